// Simulated bidders: they log in with a code, hold a socket of the official client, and bid against each other over HTTP.
import { randomInt, randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { email } from "./sale.mjs";
import { until } from "./wait.mjs";

/** Each bettor has a separate address. */
const address = (n) => `10.9.${Math.floor(n / 250)}.${(n % 250) + 1}`;

async function post(url, path, body, headers = {}) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

export async function login(url, mail, from) {
  const headers = { "x-forwarded-for": from };
  const requested = await post(url, "/api/auth/email", { email: mail }, headers);
  if (requested.status !== 200) throw new Error(`no code for ${mail}: ${requested.status} ${JSON.stringify(requested.body)}`);
  const outbox = await (await fetch(`${url}/dev/outbox?to=${encodeURIComponent(mail)}`)).json();
  const signed = await post(
    url,
    "/api/auth/email/signin",
    { sessionKey: requested.body.sessionKey, email: mail, code: outbox[0].code },
    headers,
  );
  if (signed.status !== 200) throw new Error(`no login for ${mail}: ${signed.status} ${JSON.stringify(signed.body)}`);
  return signed.body;
}

export class Bettor {
  /** The newest state of each lot that this bettor has received, over the socket or in a response. */
  lots = new Map();
  /** The bettor's number in each catalog, from the first bet there on. */
  numbers = new Map();
  joins = 0;
  /** Bets answered with 200, and bets whose outcome is unknown. */
  answered = [];
  doubtful = [];
  statuses = new Map();
  faults = [];
  #bidding = null;

  constructor(url, n, catalogs) {
    this.url = url;
    this.n = n;
    this.catalogs = catalogs;
  }

  async arrive() {
    const { token, user } = await login(this.url, email(this.n), address(this.n));
    this.token = token;
    this.userId = user.id;
    this.socket = io(`${this.url}/Chat`, {
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      extraHeaders: { "x-forwarded-for": address(this.n) },
    });
    this.socket.on("LotUpdate", (lot) => this.#receive(lot, true));
    this.socket.on("connect", () => {
      for (const catalog of this.catalogs) {
        this.socket.emit("Join", catalog.id, "", this.token, (ack) => {
          if (!ack.ok) return this.faults.push(`join refused: ${ack.error}`);
          this.joins += 1;
          if (ack.myParticipant !== null) this.numbers.set(catalog.id, ack.myParticipant);
          for (const lot of ack.lots) this.#receive(lot, false);
        });
      }
    });
    await until(`bettor ${this.n} joins the room`, () => this.joins >= this.catalogs.length);
  }

  #receive(lot, broadcast) {
    const known = this.lots.get(lot.lotId);
    if (known && lot.version <= known.version) {
      // A broadcast may repeat what the snapshot contained, but broadcast versions must not go back.
      if (broadcast && lot.version < known.broadcast) {
        this.faults.push(`lot ${lot.lotId}: version ${lot.version} was broadcast after ${known.broadcast}`);
      }
      return;
    }
    this.lots.set(lot.lotId, { ...lot, broadcast: broadcast ? lot.version : (known?.broadcast ?? 0) });
  }

  /** Bids until stopped; calls `onAccepted` for each accepted bet, with its catalog and when it was sent. */
  start(onAccepted) {
    let stopped = false;
    const loop = async () => {
      while (!stopped) {
        const catalog = this.catalogs[randomInt(this.catalogs.length)];
        const lotId = catalog.lots[randomInt(catalog.lots.length)];
        const minimum = this.lots.get(lotId)?.minBet ?? 100;
        await this.bid({ catalogId: catalog.id, lotId, betValue: minimum + 10 * randomInt(3) }, randomUUID(), onAccepted);
      }
    };
    this.#bidding = { stop: () => { stopped = true; }, done: loop() };
  }

  async stop() {
    this.#bidding?.stop();
    await this.#bidding?.done;
  }

  async bid(bet, key, onAccepted = () => {}) {
    const sent = Date.now();
    let answer;
    try {
      answer = await post(this.url, "/api/trade/bet", bet, {
        "x-token": this.token,
        "idempotency-key": key,
        "x-forwarded-for": address(this.n),
      });
    } catch {
      this.doubtful.push({ bet, key });
      // With no server the kernel refuses connections at once, so wait instead of retrying in a tight loop.
      await until("the server listens again", () => fetch(`${this.url}/healthz`).then(() => true, () => false), { everyMs: 20 });
      return null;
    }
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 504) {
      this.doubtful.push({ bet, key });
    } else if (answer.status === 200) {
      if (answer.body.lot) this.#receive(answer.body.lot, false);
      this.answered.push({ bet, key, answer: answer.body });
      if (answer.body.bet) {
        this.numbers.set(bet.catalogId, answer.body.bet.participant);
        onAccepted(bet.catalogId, sent);
      }
    } else if (![408, 429, 503].includes(answer.status)) {
      // 408: the process stood still while the head of the request lay in its socket, so it never read the bet.
      this.faults.push(`bet answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    } else {
      await until("the server is ready again", () => fetch(`${this.url}/readyz`).then((r) => r.ok, () => false), { everyMs: 20 });
    }
    return answer;
  }

  /** Repeats a request with the same key, as a client does when it received no response. */
  repeat({ bet, key }) {
    return post(this.url, "/api/trade/bet", bet, {
      "x-token": this.token,
      "idempotency-key": key,
      "x-forwarded-for": address(this.n),
    });
  }

  leave() {
    this.socket?.disconnect();
  }
}

/** All bets of a catalog as an admin sees them, oldest first. */
export async function betsOf(url, token, catalogId) {
  const bets = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/api/trade/bet/catalog/${catalogId}?pageNumber=${page}&pageSize=100`, {
      headers: { "x-token": token },
    });
    if (!response.ok) throw new Error(`bets of catalog ${catalogId}: ${response.status} ${await response.text()}`);
    const { items, hasNext } = await response.json();
    bets.push(...items);
    if (!hasNext) break;
  }
  return bets.sort((a, b) => a.id - b.id);
}
