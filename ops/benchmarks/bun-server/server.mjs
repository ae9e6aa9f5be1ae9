// Bun's built-in publish and subscribe in the gateway's role: just enough Socket.IO for the load generator, no pings.
/* global Bun */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.PORT),
  async fetch(request, bun) {
    const { pathname } = new URL(request.url);
    if (pathname === "/socket.io/") return bun.upgrade(request) ? undefined : new Response(null, { status: 400 });
    if (pathname !== "/trigger" || request.method !== "POST") return new Response(null, { status: 404 });
    const lot = await request.text();
    server.publish(String(JSON.parse(lot).catalogId), `42/Chat,["LotUpdate",${lot}]`);
    return new Response(null, { status: 204 });
  },
  websocket: {
    perMessageDeflate: false,
    open: (socket) => socket.send("0{}"),
    message(socket, text) {
      if (text === "40/Chat,") return socket.send('40/Chat,{"sid":"1"}');
      const joined = /^42\/Chat,0\["JoinAnon",(\d+),/.exec(text);
      if (!joined) return;
      socket.subscribe(joined[1]);
      socket.send('43/Chat,0[{"ok":true}]');
    },
  },
});
console.log("ready");
