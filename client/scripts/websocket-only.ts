import type { Plugin } from "vite";

const LIBRARY = /\/engine\.io-client\/build\/esm\//;
const TRANSPORTS = /\/engine\.io-client\/build\/esm\/transports\/index\.js$/;

/**
 * Leaves the socket library's other transports out of a build: WebSocket is the only one the server speaks
 * (docs/decisions/0008-websocket-only.md).
 */
export function websocketOnly(): Plugin {
  let found = false;
  return {
    name: "websocket-only",
    apply: "build",
    transform(code, id) {
      if (!LIBRARY.test(id)) return null;
      // What nobody uses of the library does nothing, which it does not say of itself.
      if (!TRANSPORTS.test(id)) return { code, map: null, moduleSideEffects: false };
      found = true;
      return 'import { WS } from "./websocket.js";\nexport const transports = { websocket: WS };';
    },
    buildEnd(error) {
      if (!error && !found) throw new Error("engine.io-client lists its transports somewhere else now");
    },
  };
}
