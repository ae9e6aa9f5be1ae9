import createClient from "openapi-fetch";
import { readToken, sessionEnded } from "@/lib/auth/token";
import { observeServerTime } from "@/lib/clock";
import { recall, remember } from "@/lib/storage";
import { ApiError, NetworkError, toApiError } from "./errors";
import type { paths } from "./schema";

const VISITOR_KEY = "visitor";

/** A random id of this browser, for counting views once and remembering viewed lots without an account. */
function visitor(): string {
  let id = recall(VISITOR_KEY);
  if (!id) {
    id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join(
      "",
    );
    remember(VISITOR_KEY, id);
  }
  return id;
}

async function clockedFetch(request: Request): Promise<Response> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new NetworkError("fetch failed", { cause: error });
  }
  const serverTs = response.headers.get("server_time_ts");
  if (serverTs) observeServerTime(Number(serverTs), sentAt, Date.now());
  return response;
}

/** The typed client of the API. Wrap its promises in `call` to get data or a thrown error. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: clockedFetch });

api.use({
  onRequest({ request }) {
    const token = readToken();
    if (token) request.headers.set("X-Token", token);
    request.headers.set("X-Visitor", visitor());
    return request;
  },
});

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer. Throws ApiError when the server refused and NetworkError when it did not answer. */
export async function call<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcome;
  if (response.ok) return data as T;
  const fault = toApiError(response, error);
  if (fault instanceof ApiError && fault.status === 401 && fault.code === "not_authenticated") sessionEnded();
  throw fault;
}
