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

type CommandLot = Pick<LotShort, "id" | "titleRu" | "catalogLotId" | "catalogTitle" | "author">;

/** A lot, at the page where it is worked on. Lots of different sales may have the same title. */
export const lotCommand = (lot: CommandLot, to: string): Command => ({
  id: `lot:${lot.id}`,
  label: lot.titleRu,
  note: [lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`, lot.author[0]?.name, lot.catalogTitle]
    .filter(Boolean)
    .join(" · "),
  icon: "tag",
  to,
});
