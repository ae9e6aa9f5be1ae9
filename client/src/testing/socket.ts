import type { RoomSnapshot } from "@/lib/api/types";

/**
 * The server's end of the sockets in component tests: connects at once, admits viewers only to rooms with a snapshot,
 * and sends what a test pushes. Tests against the real gateway cover the protocol.
 */
type Listener = (...args: unknown[]) => void;

export class FakeSocket {
  connected = false;
  /** Events the client sent, with their arguments, without the acknowledgement. */
  readonly sent: unknown[][] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly io = { on: () => undefined };

  constructor(readonly namespace: string) {
    queueMicrotask(() => this.connect());
  }

  on(event: string, listener: Listener): this {
    const known = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, known.add(listener));
    return this;
  }

  emit(event: string, ...args: unknown[]): this {
    const done = args.at(-1);
    const values = typeof done === "function" ? args.slice(0, -1) : args;
    this.sent.push([event, ...values]);
    if (typeof done === "function") queueMicrotask(() => done(answer(event, values)));
    return this;
  }

  connect(): this {
    this.connected = true;
    this.push("connect");
    return this;
  }

  disconnect(): this {
    this.connected = false;
    return this;
  }

  /** The server sends `event`. */
  push(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...args);
  }

  /** Breaks the connection. */
  drop(): void {
    this.connected = false;
    this.push("disconnect", "transport close");
  }
}

/** The answers to `Join`, by catalog. */
export const snapshots = new Map<number, RoomSnapshot>();
const opened: FakeSocket[] = [];

function answer(event: string, [catalogId]: unknown[]): object {
  if (event !== "Join" && event !== "JoinAnon") return { ok: true };
  const snapshot = snapshots.get(Number(catalogId));
  return snapshot ? { ok: true, ...snapshot } : { ok: false, error: "not_found" };
}

/** Replaces the library's `io`. */
export function io(namespace: string): FakeSocket {
  const socket = new FakeSocket(namespace);
  opened.push(socket);
  return socket;
}

/** The socket the client opened last to a namespace. */
export function socketOf(namespace: string): FakeSocket {
  const socket = opened.findLast((s) => s.namespace === namespace);
  if (!socket) throw new Error(`no socket was opened to ${namespace}`);
  return socket;
}

export function resetSockets(): void {
  opened.length = 0;
  snapshots.clear();
}
