// Tests the gateway with the official client. REHEARSAL is the path of the server to run, room-server's `rehearsal`
// example: `cargo build -p room-server --example rehearsal`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { io } from "socket.io-client";

const program = process.env.REHEARSAL;
assert.ok(program, "REHEARSAL must be the path of the rehearsal program");

class Server {
  static async start(port = 0) {
    const child = spawn(program, ["--port", String(port)], { stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await once(createInterface(child.stdout), "line");
    const url = line.replace("ready: ", "");
    return Object.assign(new Server(), { child, url, port: Number(new URL(url).port) });
  }

  perform(...cues) {
    for (const cue of cues) this.child.stdin.write(`${JSON.stringify(cue)}\n`);
  }

  async kill() {
    const exit = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exit;
  }

  /** Shuts the server down cleanly; open sockets must not delay it. */
  async stop() {
    const exit = once(this.child, "exit");
    this.child.stdin.end();
    const [code] = await exit;
    assert.equal(code, 0);
  }
}

const sockets = [];
const connect = (server, namespace, options = {}) => {
  const socket = io(server.url + namespace, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    ...options,
  });
  sockets.push(socket);
  return socket;
};
const next = async (socket, event) => {
  const values = await new Promise((resolve) => socket.once(event, (...args) => resolve(args)));
  return values.length > 1 ? values : values[0];
};
/** Resolves when an update with this version or a later one arrives. */
const update = (socket, version) =>
  new Promise((resolve) => {
    const seen = (lot) => {
      if (lot.version < version) return;
      socket.off("LotUpdate", seen);
      resolve(lot);
    };
    socket.on("LotUpdate", seen);
  });
const withResolvers = () => {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
const lot = (lotId, version) => ({ catalogId: 1, lotId, version });

/** Starts a server with a lot published in catalog 1, for a join to find. */
const sale = async () => {
  const server = await Server.start();
  const socket = connect(server, "/Notify");
  assert.deepEqual(await socket.emitWithAck("Subscribe", "1"), { ok: true });
  // The server performs cues in order, so the notification means that the lot is published.
  server.perform(lot(5, 1), { notify: 1, subject: "published", text: "" });
  await next(socket, "Send");
  socket.disconnect();
  return server;
};

after(() => {
  for (const socket of sockets) socket.disconnect();
});

test("joins, gets a snapshot, then updates", async () => {
  const server = await sale();
  const socket = connect(server, "/Chat");
  const snapshot = await socket.emitWithAck("Join", 1, "Имя", "21");
  assert.equal(snapshot.ok, true);
  assert.equal(snapshot.members, 1);
  assert.deepEqual(snapshot.lots, [lot(5, 1)]);
  assert.deepEqual(snapshot.catalog, { id: 1, state: 1, currentLotId: null, pausedAt: null, pauseReason: null, version: 1 });
  assert.ok(Math.abs(Date.parse(snapshot.serverTime) - Date.now()) < 60_000);

  const changed = next(socket, "LotUpdate");
  server.perform(lot(5, 2));
  assert.deepEqual(await changed, lot(5, 2));
  const status = next(socket, "CatalogStatusUpdate");
  server.perform({ catalogId: 1, version: 3 });
  assert.deepEqual(await status, { catalogId: 1, version: 3, state: 2 });

  const unknown = await socket.emitWithAck("JoinAnon", 404, "Гость");
  assert.deepEqual(unknown, { ok: false, error: "not_found" });
  assert.deepEqual(await socket.emitWithAck("Leave", 1), { ok: true });
  await server.stop();
});

test("chats", async () => {
  const server = await sale();
  const [writer, reader] = [connect(server, "/Chat"), connect(server, "/Chat")];
  await writer.emitWithAck("Join", 1, "Имя", "21");
  assert.equal((await reader.emitWithAck("JoinAnon", 1, "Гость")).members, 2);
  const received = next(reader, "Send");
  const message = { catalogId: 1, userId: 21, text: "Добрый вечер, коллеги ✓" };
  const answer = await writer.emitWithAck("Send", 1, "Имя", message.text);
  assert.deepEqual(answer, { ok: true, message });
  assert.deepEqual(await received, message);
  await server.stop();
});

test("sends notifications over the rooms' connection", async () => {
  const server = await sale();
  const rooms = connect(server, "/Chat", { forceNew: false });
  const notifications = connect(server, "/Notify", { forceNew: false });
  await rooms.emitWithAck("Join", 1, "Имя", "21");
  assert.deepEqual(await notifications.emitWithAck("Subscribe", "21"), { ok: true });
  assert.equal(rooms.io.engine, notifications.io.engine);
  const notified = next(notifications, "Send");
  server.perform({ notify: 21, subject: "Ставка перебита", text: "Лот 5" });
  assert.deepEqual(await notified, ["Ставка перебита", "Лот 5"]);

  // Leaving one namespace does not affect the other.
  notifications.disconnect();
  const changed = next(rooms, "LotUpdate");
  server.perform(lot(5, 2));
  assert.deepEqual(await changed, lot(5, 2));
  await server.stop();
});

test("rejects an unknown namespace", async () => {
  const server = await sale();
  const error = await next(connect(server, "/Nope"), "connect_error");
  assert.equal(error.message, "Invalid namespace");
  await server.stop();
});

test("reconnects after the server is killed, and has the current state", async () => {
  let server = await sale();
  const { port } = server;
  const socket = connect(server, "/Chat");
  const states = [];
  let joined = withResolvers();
  socket.on("connect", async () => {
    const answer = await socket.emitWithAck("Join", 1, "Имя", "21");
    joined.resolve(answer);
  });
  socket.on("LotUpdate", ({ version }) => states.push(version));
  assert.equal((await joined.promise).lots[0].version, 1);

  joined = withResolvers();
  const lost = next(socket, "disconnect");
  await server.kill();
  await lost;
  server = await Server.start(port);
  // The new server does not know the catalog until it is published; the client may reconnect before
  // or after that.
  server.perform(lot(5, 7));
  let answer = await joined.promise;
  while (!answer.ok) answer = await socket.emitWithAck("Join", 1, "Имя", "21");
  assert.deepEqual(answer.lots, [lot(5, 7)]);
  const newest = update(socket, 8);
  server.perform(lot(5, 8));
  assert.deepEqual(await newest, lot(5, 8));
  assert.deepEqual(states.toSorted((a, b) => a - b), states, "states must not go back");
  await server.stop();
});

test("is disconnected when its session ends, and refused when it returns", async () => {
  const server = await sale();
  const socket = connect(server, "/Chat");
  await socket.emitWithAck("Join", 1, "Имя", "21");
  const lost = next(socket, "disconnect");
  server.perform({ close: 21 });
  // The transport must close without a disconnect packet, after which the client would not reconnect.
  assert.match(await lost.then((reason) => [reason].flat()[0]), /^transport (close|error)$/);
  await next(socket, "connect");
  assert.equal((await socket.emitWithAck("Join", 1, "Имя", "not a token")).error, "not_authenticated");
  await server.stop();
});
