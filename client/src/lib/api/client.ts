import createClient from "openapi-fetch";
import { askForProof } from "@/lib/auth/stepUp";
import { readToken, rightsRested, sessionEnded } from "@/lib/auth/token";
import { observeServerTime } from "@/lib/clock";
import { recall, remember } from "@/lib/storage";
import { NetworkError, rightsRest, toApiError } from "./errors";
import type { paths } from "./schema";
import type { Problem } from "./types";

const VISITOR_KEY = "visitor";

/** A random id of this browser, for counting views once and remembering what was viewed without an account. */
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

async function needsProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (problem as Partial<Problem> | null)?.title === "step_up_required";
}

/**
 * Lets the user prove their second factor when an action needs that, and repeats the action once. If they would rather
 * not, the action counts as cancelled: nothing has changed, and nothing is shown.
 */
async function provedFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await clockedFetch(request);
  if (!(await needsProof(response))) return response;
  if (!(await askForProof())) throw new DOMException("not proved", "AbortError");
  return clockedFetch(again);
}

/** The typed client of the API. Wrap its promises in `call` to get data or a thrown error. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: provedFetch });

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
  if (fault.status === 401 && fault.code === "not_authenticated") sessionEnded();
  if (rightsRest(fault)) rightsRested();
  throw fault;
}
