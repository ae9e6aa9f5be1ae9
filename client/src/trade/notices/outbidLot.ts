import type { QueryClient } from "@tanstack/react-query";
import type { Path } from "react-router";
import { api, call } from "@/lib/api/client";
import type { Lot } from "@/lib/api/types";
import type { Notice } from "@/lib/notices/notify";
import { lotOptions } from "@/trade/api/lots";
import { isLive } from "@/trade/rules/trading";

/** The subjects of the notices that the viewer was outbid, as the server words them. */
const OUTBID: ReadonlySet<string> = new Set(["Ваша ставка перебита", "Ваша заочная ставка перекрыта"]);

/** How many of the newest notifications are searched for the one that just came. */
const NEWEST = 20;

/** Whether the notice says that the viewer was outbid. */
export const isOutbid = ({ subject }: Notice): boolean => OUTBID.has(subject);

/**
 * The lot on which the viewer was outbid; null if it cannot be read. A notice carries words only, so its stored
 * notification says which lot it is about.
 */
export async function outbidLot(client: QueryClient, { subject, text }: Notice): Promise<Lot | null> {
  try {
    const query = { pageNumber: 1, pageSize: NEWEST };
    const { items } = await call(api.GET("/api/notifications/my/messages/all", { params: { query } }));
    const stored = items.find((known) => known.subject === subject && known.text === text);
    if (stored?.lotId == null) return null;
    return await client.fetchQuery({ ...lotOptions(stored.lotId), staleTime: 0 });
  } catch {
    // The words alone still reach the viewer.
    return null;
  }
}

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
