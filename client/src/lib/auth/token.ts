import { deleteCookie, readCookie, writeCookie } from "@/lib/cookies";

const COOKIE = "token";

type Listener = () => void;
const onEnd = new Set<Listener>();
const onRest = new Set<Listener>();

/** The access token, kept in a cookie for 365 days. The API reads only the X-Token header. */
export function readToken(): string | null {
  return readCookie(COOKIE) || null;
}

export function storeToken(token: string): void {
  writeCookie(COOKIE, token);
}

export function dropToken(): void {
  deleteCookie(COOKIE);
}

/** Called when the server no longer accepts the token: drops it and notifies the listeners. */
export function sessionEnded(): void {
  if (readToken() === null) return;
  dropToken();
  for (const listener of onEnd) listener();
}

/** Called when the server answers that the user's rights rest until they set up a second factor. */
export function rightsRested(): void {
  for (const listener of onRest) listener();
}

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const onSessionEnded = (listener: Listener) => listen(onEnd, listener);
export const onRightsRested = (listener: Listener) => listen(onRest, listener);
