import type { GridLot } from "@/lib/api/types";
import { Currency, LotState } from "@/trade/enums";

export function makeGridLot(extra: Partial<GridLot> = {}): GridLot {
  return {
    id: 12,
    catalogId: 11,
    catalogLotId: 12,
    titleRu: "Рассвет на Волге",
    author: ["Николай Сабуров"],
    categoryId: 1866,
    period: "1893",
    materials: "Холст, масло",
    size: "72 × 104 см",
    price: {
      currency: Currency.Rub,
      start: 120_000,
      hasReserve: false,
      reserveAboveEstimate: false,
      reserveBelowStart: false,
      reserve: null,
      estimatedFrom: 180_000,
      estimatedTo: 240_000,
      value: null,
    },
    state: LotState.None,
    isBiddingOver: false,
    betsCount: 0,
    hidden: false,
    img: null,
    imagesCount: 2,
    ...extra,
  };
}
