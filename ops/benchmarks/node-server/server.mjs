// The official Socket.IO server in the gateway's role: clients join a catalog, and a trigger broadcasts an update to them.
import { createServer } from "node:http";
import { Server } from "socket.io";

const http = createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/trigger") {
    response.writeHead(404).end();
    return;
  }
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const lot = JSON.parse(body);
    io.of("/Chat").to(String(lot.catalogId)).emit("LotUpdate", lot);
    response.writeHead(204).end();
  });
});

const io = new Server(http, { transports: ["websocket"], serveClient: false, perMessageDeflate: false });
io.of("/Chat").on("connection", (socket) => {
  socket.on("JoinAnon", (catalogId, _name, acknowledge) => {
    socket.join(String(catalogId));
    acknowledge({ ok: true });
  });
});
http.listen({ port: Number(process.env.PORT), host: "127.0.0.1", backlog: 4096 }, () => console.log("ready"));
