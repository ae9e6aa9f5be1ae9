// Conducts the sales by hand: brings the hammer down on lot after lot, and repeats what was not answered. A `lotId` makes that safe.
import { setTimeout as pause } from "node:timers/promises";

/** How long a lot is on the block. */
const A_LOT_MS = 12_000;
const PATIENCE_MS = 10_000;
const AGAIN_MS = 500;

export class Auctioneer {
  #stopped = new AbortController();
  #sales = [];

  constructor(url, token, onDecided) {
    Object.assign(this, { url, token, onDecided });
  }

  start(rooms) {
    this.#sales = rooms.map((room, index) => this.#conduct(room, (A_LOT_MS * index) / rooms.length));
  }

  async stop() {
    this.#stopped.abort();
    await Promise.all(this.#sales);
  }

  async #conduct({ id, lots }, delay) {
    const wait = (ms) => pause(ms, undefined, { signal: this.#stopped.signal }).then(() => true, () => false);
    await wait(delay);
    for (const lotId of lots) {
      if (!(await wait(A_LOT_MS))) return;
      while (!(await this.#next(id, lotId))) if (!(await wait(AGAIN_MS))) return;
    }
  }

  /** Whether the lot is off the block: this time, or since an earlier attempt. */
  async #next(catalogId, lotId) {
    const asked = Date.now();
    const asking = fetch(`${this.url}/api/trade/classic/next`, {
      method: "PUT",
      headers: { "content-type": "application/json", "x-token": this.token, "x-forwarded-for": "10.8.0.1" },
      body: JSON.stringify({ catalogId, lotId }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const status = await asking.then((answer) => answer.status, () => null);
    const isDecided = status === 200 || status === 409;
    if (isDecided) this.onDecided({ room: catalogId, asked, answered: Date.now() });
    return isDecided;
  }
}
