import type { QueryClient } from "@tanstack/react-query";
import type { Path } from "react-router";
import { api, call } from "@/lib/api/client";
import type { Lot, Notification } from "@/lib/api/types";
import type { Notice } from "@/lib/notices/notify";
import { lotOptions } from "@/trade/api/lots";
import { isLive } from "@/trade/rules/trading";

/** The subjects of the notices that the viewer was outbid, as the server words them. */
const OUTBID: ReadonlySet<string> = new Set(["Ваша ставка перебита", "Ваша заочная ставка перекрыта"]);

/** How many of the newest notifications are read. */
const NEWEST = 20;

/** A notification that was missed is shown for this long after its event. */
const MISSED_MS = 300_000;

/** The viewer's newest notifications, latest first; none if they cannot be read. */
export async function newestNotifications(): Promise<Notification[]> {
  const query = { pageNumber: 1, pageSize: NEWEST };
  return call(api.GET("/api/notifications/my/messages/all", { params: { query } })).then(
    ({ items }) => items,
    () => [],
  );
}

/**
 * Tells which notifications the viewer has not been shown. Notices are sent to connected sockets only: what happens
 * while the page loads or the line is down is read from the stored notifications once the socket is back.
 */
export class Unseen {
  #upTo = 0;

  /** `since`: notifications of before this server time, in Unix ms, are not news. */
  constructor(private readonly since: number) {}

  /** Those of `newest` not returned before, oldest first. `now` in server ms. */
  take(newest: readonly Notification[], now: number): Notification[] {
    const since = Math.max(this.since, now - MISSED_MS);
    const unseen = newest.filter(({ id, created }) => id > this.#upTo && Date.parse(created) >= since);
    this.#upTo = Math.max(this.#upTo, ...newest.map(({ id }) => id));
    return unseen.reverse();
  }
}

/** The lot on which the viewer was outbid, if the notification says so; null if it cannot be read. */
export async function outbidLot(client: QueryClient, { subject, lotId }: Notification): Promise<Lot | null> {
  if (!OUTBID.has(subject) || lotId === null) return null;
  // The words alone still reach the viewer.
  return client.fetchQuery({ ...lotOptions(lotId), staleTime: 0 }).catch(() => null);
}

/** Whether `notice` is the real-time form of `stored`. It carries words only. */
export const isNoticeOf = (notice: Notice, stored: Notification): boolean =>
  notice.subject === stored.subject && notice.text === stored.text;

/** Whether the page at this address shows the viewer's position on the lot by itself: the lot's own page, or its room. */
export function isShownBy(
  lot: Lot,
  { pathname, search }: Pick<Path, "pathname" | "search">,
  now: number,
): boolean {
  const [, kind, id] = pathname.split("/");
  if (kind === "lot") return id === String(lot.id);
  if (kind !== "auction" || id !== String(lot.catalogId) || !lot.catalog) return false;
  return (
    isLive(lot.catalog, now) &&
    lot.catalog.currentLotId === lot.id &&
    new URLSearchParams(search).get("viewType") !== "catalog"
  );
}
