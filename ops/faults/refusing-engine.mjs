// A stand-in for Meilisearch with the endpoints that the indexer uses. It refuses every document.
import { createServer } from "node:http";
import { freePort } from "./server.mjs";

const error = (code, message) => ({ message, code, type: "invalid_request", link: "" });
const REFUSED = error("invalid_document_fields", "a document is refused");

export async function refusingEngine() {
  /** Creation times by index. */
  const indexes = new Map();
  const tasks = [];

  /** Records a task as done, or as failed with the error `failure`, and returns the response to its request. */
  const task = (type, indexUid, failure) => {
    const at = new Date().toISOString();
    const uid = tasks.push({
      uid: tasks.length,
      indexUid,
      status: failure ? "failed" : "succeeded",
      type,
      error: failure ?? null,
      duration: "PT0.001S",
      enqueuedAt: at,
      startedAt: at,
      finishedAt: at,
    }) - 1;
    return [202, { taskUid: uid, indexUid, status: "enqueued", type, enqueuedAt: at }];
  };
  const described = (uid) => ({ uid, createdAt: indexes.get(uid), updatedAt: indexes.get(uid), primaryKey: "id" });

  /** Handlers by method and path. Their arguments are the path's groups, then the body. */
  const ROUTES = [
    ["GET", /^\/version$/, () => [200, { commitSha: "", commitDate: "", pkgVersion: "0.0.0" }]],
    ["GET", /^\/health$/, () => [200, { status: "available" }]],
    ["GET", /^\/tasks\/(\d+)$/, (uid) => [200, tasks[uid]]],
    ["POST", /^\/tasks\/cancel$/, () => task("taskCancelation", null)],
    ["GET", /^\/indexes$/, () => [200, { results: [...indexes.keys()].map(described), offset: 0, limit: 1000, total: indexes.size }]],
    ["POST", /^\/indexes$/, ({ uid }) => {
      indexes.set(uid, new Date().toISOString());
      return task("indexCreation", uid);
    }],
    ["GET", /^\/indexes\/([\w-]+)$/, (uid) => (indexes.has(uid) ? [200, described(uid)] : [404, error("index_not_found", `no index ${uid}`)])],
    ["DELETE", /^\/indexes\/([\w-]+)$/, (uid) => {
      indexes.delete(uid);
      return task("indexDeletion", uid);
    }],
    ["POST", /^\/swap-indexes$/, (swaps) => {
      for (const { indexes: [one, other] } of swaps) {
        const created = indexes.get(one);
        indexes.set(one, indexes.get(other)).set(other, created);
      }
      return task("indexSwap", null);
    }],
    ["GET", /^\/indexes\/[\w-]+\/settings\/synonyms$/, () => [200, {}]],
    ["PATCH", /^\/indexes\/([\w-]+)\/settings$/, (uid) => task("settingsUpdate", uid)],
    ["POST", /^\/indexes\/([\w-]+)\/documents$/, (uid) => task("documentAdditionOrUpdate", uid, REFUSED)],
    ["POST", /^\/indexes\/([\w-]+)\/documents\/delete-batch$/, (uid) => task("documentDeletion", uid)],
  ];

  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const { pathname } = new URL(request.url, "http://engine");
    const found = ROUTES.find(([method, path]) => method === request.method && path.test(pathname));
    const [status, body] = found
      ? found[2](...found[1].exec(pathname).slice(1), sent && JSON.parse(sent))
      : [404, error("not_found", `${request.method} ${pathname}`)];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
