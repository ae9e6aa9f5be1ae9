// A mail server that refuses every recipient.
import { createServer } from "node:net";
import { freePort } from "./server.mjs";

export async function refusingMail() {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.write("220 mail.example ESMTP\r\n");
    let unread = "";
    socket.on("data", (data) => {
      const lines = (unread + data).split("\r\n");
      unread = lines.pop();
      for (const line of lines) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === "QUIT") socket.end("221 bye\r\n");
        else socket.write(verb === "RCPT" ? "550 5.1.1 no such mailbox\r\n" : "250 ok\r\n");
      }
    });
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { url: `smtp://127.0.0.1:${port}`, stop: () => server.close() };
}
