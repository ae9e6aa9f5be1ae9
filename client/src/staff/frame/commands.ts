import type { CatalogShort, LotShort } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import { auctionUrl } from "@/trade/urls";
import type { Command } from "./CommandBox";

export const saleCommand = (sale: Pick<CatalogShort, "id" | "title" | "startDate">): Command => ({
  id: `sale:${sale.id}`,
  label: sale.title,
  note: sale.startDate ? dayMonthTime(sale.startDate) : "Без даты",
  icon: "gavel",
  to: auctionUrl(sale),
});

/** A lot, at the page where it is worked on. */
export const lotCommand = (
  lot: Pick<LotShort, "id" | "titleRu">,
  note: string | undefined,
  to: string,
): Command => ({
  id: `lot:${lot.id}`,
  label: lot.titleRu,
  note,
  icon: "tag",
  to,
});
