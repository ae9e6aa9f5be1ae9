import type { Notification } from "@/lib/api/types";

export interface Place {
  to: string;
  label: string;
}

/** Where a notification leads; null if it is about nothing that has a page. */
export function placeOf({
  lotId,
  catalogId,
  houseId,
}: Pick<Notification, "lotId" | "catalogId" | "houseId">): Place | null {
  if (lotId !== null) return { to: `/lot/${lotId}`, label: "Открыть лот" };
  if (catalogId !== null) return { to: `/auction/${catalogId}`, label: "Открыть аукцион" };
  if (houseId !== null) return { to: `/auction-house/${houseId}`, label: "Открыть дом" };
  return null;
}
