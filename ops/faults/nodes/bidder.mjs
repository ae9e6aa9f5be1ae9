// A bidder that writes down everything it asks, is answered and sees. It follows some of the sales over one socket of the
// official client, opens their pages again now and then, and bids over HTTP at a person's pace.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { login } from "../crowd.mjs";
import { email } from "../sale.mjs";
import { until } from "../wait.mjs";

/** Mean pause between two bets, and between two visits of a page. */
const BETS_EVERY_MS = 6500;
const PAGES_EVERY_MS = 6000;
/** Mean pause between two questions of the insistent. The server closes a connection that rests for five seconds. */
const INSISTS_EVERY_MS = 2000;
/** How long most people wait for an answer, and how long some do: until a suspended node answers. */
const PATIENCE_MS = 10_000;
const GREAT_PATIENCE_MS = 30_000;
/** Pause before a request without a useful answer is repeated under its key. */
const AGAIN_MS = 300;
const JOIN_TIMEOUT_MS = 10_000;
/** How long open requests are repeated at the end. */
const SETTLE_MS = 30_000;

/** A lot's state as it is written down: what must agree wherever it is seen. */
export const state = (lot) => ({
  room: lot.catalogId,
  lot: lot.lotId,
  version: lot.version,
  state: lot.state,
  price: lot.price.value,
  bet: lot.leadingBet?.id ?? null,
});

export class Bidder {
  /** By lot: the newest state seen. */
  lots = new Map();
  /** By room: the version up to which every change is known from its last join, the newest version seen, and the lot on the block. */
  #complete = new Map();
  #versions = new Map();
  #current = new Map();
  #joined = new Set();
  #session = 0;
  #stopped = false;
  #loops = [];
  #agent = new Agent({ keepAlive: true, maxSockets: 2, timeout: 4000 });
  /** Requests without an answer that says what happened. */
  #open = [];

  constructor({ n, url, loginUrl, rooms, random, record, onDecided }) {
    Object.assign(this, { n, url, loginUrl, rooms, random, record, onDecided });
    this.address = `10.9.${Math.floor(n / 250)}.${(n % 250) + 1}`;
    // One in five is insistent: it waits longer and reuses one connection, whichever node that reaches.
    this.isInsistent = n % 5 === 0;
    this.patience = this.isInsistent ? GREAT_PATIENCE_MS : PATIENCE_MS;
  }

  async arrive() {
    // The code is in the outbox of the node that was asked.
    const { token, user } = await login(this.loginUrl, email(this.n), this.address);
    this.token = token;
    this.account = user.id;
    this.record({ kind: "bidder", client: this.n, account: user.id, rooms: this.rooms.map(({ id }) => id) });
    this.#socket = io(`${this.url}/Chat`, {
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 1000,
      extraHeaders: { "x-forwarded-for": this.address },
    });
    this.#socket.on("connect", () => {
      this.#session += 1;
      this.#note({ kind: "session", port: this.#socket.io.engine.transport.ws._socket.localPort });
      this.#joined.clear();
      for (const room of this.rooms) void this.#join(room);
    });
    this.#socket.on("disconnect", (reason) => {
      this.#note({ kind: "disconnect", reason });
      if (reason === "io server disconnect") this.#socket.connect();
    });
    this.#socket.on("LotUpdate", (lot) => {
      this.#note({ kind: "lot", ...state(lot) });
      this.#learn(lot);
    });
    this.#socket.on("CatalogStatusUpdate", (catalog) => {
      this.#note({ kind: "catalog", room: catalog.catalogId, version: catalog.version });
      this.#place(catalog.catalogId, catalog);
    });
    await until(`bidder ${this.n} is in the rooms`, () => this.#joined.size === this.rooms.length);
  }

  #socket;

  #note(event) {
    this.record({ ...event, client: this.n, session: this.#session, t: Date.now() });
  }

  /** Enters a room, or opens its page again. Tries until it is let in, or until the socket is another one. */
  async #join(room) {
    const session = this.#session;
    while (session === this.#session && this.#socket.connected && !this.#stopped) {
      const asked = Date.now();
      // Without a version a Classic tells of the lot on the block alone, a Parallel of every lot with bets.
      const since = this.#complete.get(room.id);
      const args = since !== undefined && (room.classic || this.random() < 0.5) ? [since] : [];
      const ack = await this.#socket
        .timeout(JOIN_TIMEOUT_MS)
        .emitWithAck("Join", room.id, "", this.token, ...args)
        .catch(() => ({ ok: false, error: "timeout" }));
      if (session !== this.#session) return;
      const lots = ack.ok ? ack.lots.map(state) : [];
      this.#note({ kind: "join", room: room.id, asked, ok: ack.ok, error: ack.error, version: ack.catalog?.version, lots });
      if (ack.ok) {
        for (const lot of ack.lots) this.#learn(lot);
        this.#place(room.id, ack.catalog);
        this.#complete.set(room.id, ack.catalog.version);
        this.#joined.add(room.id);
        return;
      }
      await pause(500);
    }
  }

  #place(id, { version, currentLotId }) {
    if (version < (this.#versions.get(id) ?? 0)) return;
    this.#versions.set(id, version);
    this.#current.set(id, currentLotId);
  }

  #learn(lot) {
    if (lot.version > (this.lots.get(lot.lotId)?.version ?? 0)) this.lots.set(lot.lotId, lot);
  }

  start() {
    this.#loops = [this.#betting(), this.#browsing()];
    if (this.isInsistent) this.#loops.push(this.#insisting());
  }

  /** Stops bidding, and asks again what has no answer yet that says what happened. */
  async settle() {
    this.#stopped = true;
    await Promise.all(this.#loops);
    const end = Date.now() + SETTLE_MS;
    for (const bet of this.#open.splice(0)) await this.#ask(bet, () => Date.now() < end);
  }

  /** Whether it knows these states or newer ones: lot, version. */
  knows(newest) {
    return newest.every(([lot, version]) => (this.lots.get(lot)?.version ?? 0) >= version);
  }

  leave() {
    this.#socket?.disconnect();
    this.#agent.destroy();
  }

  #soon = (mean) => pause(mean * (0.3 + 1.4 * this.random()));
  #pick = (list) => list[Math.floor(this.random() * list.length)];

  async #browsing() {
    while (!this.#stopped) {
      await this.#soon(PAGES_EVERY_MS);
      const room = this.#pick(this.rooms);
      if (this.#socket.connected && this.#joined.has(room.id)) {
        await this.#join(room);
      }
    }
  }

  async #betting() {
    while (!this.#stopped) {
      await this.#soon(BETS_EVERY_MS);
      const room = this.#pick(this.rooms);
      const lot = room.classic ? this.#current.get(room.id) : this.#pick(room.lots);
      const known = this.lots.get(lot);
      if (!lot) continue;
      const value = (known?.minBet ?? 100) + 10 * Math.floor(3 * this.random());
      const bet = { room: room.id, lot, value, key: randomUUID() };
      if (!(await this.#ask(bet, () => !this.#stopped))) this.#open.push(bet);
    }
  }

  /** Bids what is surely too little. Without a key, the refusal rests on the room's memory alone. */
  async #insisting() {
    while (!this.#stopped) {
      await this.#soon(INSISTS_EVERY_MS);
      const known = [...this.lots.values()].filter(({ leadingBet, isBiddingOver }) => leadingBet && !isBiddingOver);
      if (known.length === 0) continue;
      const { catalogId, lotId, price } = this.#pick(known);
      await this.#ask({ room: catalogId, lot: lotId, value: price.start, key: null }, () => false);
    }
  }

  /** Asks, and repeats it as long as `again` allows until the answer says what happened. */
  async #ask(bet, again) {
    const first = Date.now();
    for (;;) {
      const asked = Date.now();
      const { port, status, body } = await this.#post(bet);
      this.#note({
        kind: "bet",
        account: this.account,
        asked,
        ...bet,
        port,
        status,
        code: body?.code ?? body?.title,
        bet: body?.bet ? { id: body.bet.id, lot: body.bet.lotId ?? bet.lot, value: body.bet.value } : null,
        seen: body?.lot ? state(body.lot) : null,
      });
      if (body?.lot) this.#learn(body.lot);
      if (status === 200) {
        this.onDecided({ room: bet.room, asked, answered: Date.now(), waitedMs: Date.now() - first, isAccepted: Boolean(body.bet) });
        return true;
      }
      if (!again()) return false;
      await pause(AGAIN_MS);
    }
  }

  #post({ room, lot, value, key }) {
    return new Promise((resolve) => {
      const headers = { "content-type": "application/json", "x-token": this.token, "x-forwarded-for": this.address };
      if (key) headers["idempotency-key"] = key;
      const asking = request(`${this.url}/api/trade/bet`, { method: "POST", agent: this.#agent, headers });
      let port;
      const patience = setTimeout(() => asking.destroy(new Error("no answer in time")), this.patience);
      const done = (answer) => {
        clearTimeout(patience);
        resolve({ port, ...answer });
      };
      asking.on("socket", (socket) => {
        const note = () => { port = socket.localPort; };
        if (socket.connecting) socket.once("connect", note);
        else note();
      });
      asking.on("error", (error) => done({ status: null, body: { title: error.code ?? error.message } }));
      asking.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => { text += chunk; });
        response.on("error", (error) => done({ status: null, body: { title: error.code ?? error.message } }));
        response.on("end", () => {
          const isJson = response.headers["content-type"]?.includes("json");
          done({ status: response.statusCode, body: isJson ? JSON.parse(text) : { title: text } });
        });
      });
      asking.end(JSON.stringify({ catalogId: room, lotId: lot, betValue: value }));
    });
  }
}
