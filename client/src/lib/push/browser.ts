import { recall, remember } from "@/lib/storage";

const WORKER = "/push-worker.js";
/** The account that switched notices on in this browser. */
const OWNER = "push-account";

export type PushSupport =
  | "ready"
  /** The user has blocked notices in the browser's settings. */
  | "denied"
  /** An iPhone or iPad has them only for a site on its home screen. */
  | "install"
  | "none";

/** Whether this browser can show notices (Web Push), and does. */
export function pushSupport(): PushSupport {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    return isApple() ? "install" : "none";
  }
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** An iPad calls itself a Mac, but has a touch screen. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser takes messages that are signed with the site's key. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  if (pushSupport() !== "ready" || Notification.permission !== "granted") return false;
  const key = (await subscription())?.options.applicationServerKey;
  return key != null && base64url(key) === publicKey;
}

export interface BrowserKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Replaces this browser's subscription: the old one may use another key, or the server may not know it. */
export async function subscribe(publicKey: string): Promise<BrowserKeys> {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const key = (name: PushEncryptionKeyName) => base64url(made.getKey(name) ?? new ArrayBuffer(0));
  return { endpoint: made.endpoint, p256dh: key("p256dh"), auth: key("auth") };
}

/** Ends the subscription and takes its notices off the screen. Fails while the browser still has it. */
export async function unsubscribe(): Promise<void> {
  if (pushSupport() === "ready") {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
    await (await subscription())?.unsubscribe();
  }
  disown();
}

/** Runs the work of one tab at a time: two that subscribe at once would end each other's subscription. */
export async function alone(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request("push", work) : work();
}

/** Whether notices were switched on in this browser, by this account or another one. */
export function pushOwner(): number | null {
  return Number(recall(OWNER)) || null;
}

export const own = (accountId: number) => remember(OWNER, String(accountId));
const disown = () => remember(OWNER, "");

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
