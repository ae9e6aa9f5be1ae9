import type { QueryClient } from "@tanstack/react-query";
import type { Path } from "react-router";
import { api, call } from "@/lib/api/client";
import type { Lot, Notification } from "@/lib/api/types";
import type { Notice } from "@/lib/notices/notify";
import { lotOptions } from "@/trade/api/lots";
import { isLive } from "@/trade/rules/trading";

/** What a notification says about the viewer's bid on a lot. */
export type BidNews = "outbid" | "won";

const NEWS: Readonly<Record<string, BidNews>> = {
  outbid: "outbid",
  absentee_overtaken: "outbid",
  lot_won: "won",
};

export const bidNewsOf = ({ kind }: Pick<Notification, "kind">): BidNews | null => NEWS[kind] ?? null;

/** How many of the newest notifications are read. */
const NEWEST = 20;

/** A notification that was missed is shown for this long after its event. */
const MISSED_MS = 300_000;

/** The viewer's newest notifications, latest first. */
export async function newestNotifications(): Promise<Notification[]> {
  const query = { pageNumber: 1, pageSize: NEWEST };
  const page = await call(api.GET("/api/notifications/my/messages/all", { params: { query } }));
  return page.items;
}

/** Whether `notice` is the real-time form of `stored`. It carries words only. */
const isNoticeOf = (notice: Notice, stored: Notification): boolean =>
  notice.subject === stored.subject && notice.text === stored.text;

/**
 * Remembers which notifications were shown. Notices are sent to connected sockets only: what happens while the page loads or
 * the line is down is read from the stored notifications once the socket is back.
 */
export class ShownNotifications {
  readonly #ids = new Set<number>();

  /** `since`: notifications of before this server time, in Unix ms, are no news to the page. */
  constructor(private readonly since: number) {}

  /** Those of `newest` that were missed, oldest first. They count as shown from now on. `now` in server ms. */
  missed(newest: readonly Notification[], now: number): Notification[] {
    const since = Math.max(this.since, now - MISSED_MS);
    const missed = newest.filter(({ id, created }) => !this.#ids.has(id) && Date.parse(created) >= since);
    for (const { id } of missed) this.#ids.add(id);
    return missed.reverse();
  }

  /**
   * The stored form of a notice that was just sent; it counts as shown from now on. Undefined if it is not among `newest`:
   * notices to everybody and summaries are not the viewer's own. Null if it was shown before.
   */
  sent(notice: Notice, newest: readonly Notification[]): Notification | null | undefined {
    const stored = newest.filter((known) => isNoticeOf(notice, known));
    const unseen = stored.find(({ id }) => !this.#ids.has(id));
    if (unseen) this.#ids.add(unseen.id);
    return unseen ?? (stored.length > 0 ? null : undefined);
  }
}

/** The lot a notification about the viewer's bid refers to; null if it cannot be fetched. */
export async function lotInNews(client: QueryClient, stored: Notification): Promise<Lot | null> {
  const { lotId } = stored;
  if (bidNewsOf(stored) === null || lotId === null) return null;
  // The words alone still reach the viewer.
  return client.fetchQuery({ ...lotOptions(lotId), staleTime: 0 }).catch(() => null);
}

/** What a page shows by itself: when bidding on its sale or lot begins and ends. */
const TIMES: ReadonlySet<string> = new Set(["lot_starting", "lot_ending", "catalog_starting"]);

/** Whether the page at `pathname` is the one the notification leads to, or that of its lot. */
export function isHere({ place, lotId }: Pick<Notification, "place" | "lotId">, pathname: string): boolean {
  const isAt = (path: string) => `${pathname}/`.startsWith(`${path}/`);
  return (place && isAt(place.path)) || (lotId !== null && isAt(`/lot/${lotId}`));
}

/** Whether the page at `pathname` shows by itself what the notification says of a beginning or an end. */
export const isTimeShownAt = (stored: Notification, pathname: string): boolean =>
  TIMES.has(stored.kind) && isHere(stored, pathname);

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
