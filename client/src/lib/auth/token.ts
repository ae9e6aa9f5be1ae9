import { deleteCookie, readCookie, writeCookie } from "@/lib/cookies";
import { remember } from "@/lib/storage";

const COOKIE = "token";
/** Browsers send no event for another tab's cookies, but they do for local storage. This entry holds the time of the last change. */
const CHANGED = "session-changed";
/** The event may come some milliseconds before the cookie changes, so the cookie is polled at this interval, this many times. */
const LOOK_MS = 20;
const LOOKS = 50;

type Listener = () => void;
const onEnd = new Set<Listener>();
const onRest = new Set<Listener>();

/** The access token, kept in a cookie for 365 days. The API reads only the X-Token header. */
export function readToken(): string | null {
  return readCookie(COOKIE) || null;
}

/** The token this tab uses; another tab may have changed the cookie since. */
let known = readToken();

function changed(token: string | null): void {
  known = token;
  remember(CHANGED, String(Date.now()));
}

export function storeToken(token: string): void {
  writeCookie(COOKIE, token);
  changed(token);
}

export function dropToken(): void {
  if (readToken() === null) return;
  deleteCookie(COOKIE);
  changed(null);
}

/** Called when the server no longer accepts the token; another tab may have dropped it already. */
export function sessionEnded(): void {
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

/** Calls `listener` when another tab stores or drops the token, immediately if one did so while this page was loading. */
export function onOtherTab(listener: Listener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (left: number) => {
    const token = readToken();
    if (token !== known) {
      known = token;
      listener();
    } else if (left > 0) timer = setTimeout(look, LOOK_MS, left - 1);
  };
  const hear = ({ key }: StorageEvent) => {
    if (key !== CHANGED) return;
    clearTimeout(timer);
    look(LOOKS);
  };
  window.addEventListener("storage", hear);
  look(0);
  return () => {
    window.removeEventListener("storage", hear);
    clearTimeout(timer);
  };
}

export const onSessionEnded = (listener: Listener) => listen(onEnd, listener);
export const onRightsRested = (listener: Listener) => listen(onRest, listener);
