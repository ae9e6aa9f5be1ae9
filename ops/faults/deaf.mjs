// A browser that joins a sale and then reads nothing more, while it asks for more: its connection fills up.
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";

const TEXT = 0x81;

/** A masked WebSocket frame, as clients must send them, of a text shorter than 126 bytes. */
function frame(text) {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from([TEXT, 0x80 | payload.length]), mask, payload.map((byte, at) => byte ^ mask[at % 4])]);
}

/** So many requests to join the sale, as they are sent. Each is answered, if only by a refusal. */
export const requests = (catalog, many) =>
  Buffer.concat(Array.from({ length: many }, (_, n) => frame(`42/Chat,${n}["Join",${catalog},"",null]`)));

/** Opens the connection, sends the requests and never reads the answers. */
export function deaf(url, { from, requests }) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const key = randomBytes(16).toString("base64");
  socket.on("error", () => socket.destroy());
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: ${from}\r\n\r\n`,
  );
  const expected = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  let read = "";
  socket.on("data", (data) => {
    read += data.toString("latin1");
    if (!read.includes("\r\n\r\n")) return;
    if (!read.includes(expected)) throw new Error(`no WebSocket: ${read.slice(0, 200)}`);
    socket.pause();
    socket.removeAllListeners("data");
    socket.write(frame("40/Chat,"));
    socket.write(requests);
  });
  return socket;
}
