import { BetCode, CatalogType, HouseOrderStatus, PriceQueryStatus } from "@/lib/api/numbers";
import type { ReservePriceState } from "@/lib/api/types";

export {
  BetCode,
  CalculationType,
  CatalogState,
  CatalogType,
  Currency,
  GalleryType,
  HouseOrderStatus as OrderStatus,
  LotSorting,
  LotState,
  PriceQueryStatus,
} from "@/lib/api/numbers";

/** Whether the server did what was asked: a bet that leads, or an auctioneer's action. Both number that alike. */
export const isDone = ({ code }: { code: number }) => code === BetCode.Accepted;

export const catalogTypeLabel: Record<number, string> = {
  [CatalogType.Classic]: "Классический аукцион",
  [CatalogType.Parallel]: "Параллельные торги",
  [CatalogType.Gallery]: "Галерея",
  [CatalogType.PostAuction]: "ПостАукцион",
};

export const orderStatusLabel: Record<number, string> = {
  [HouseOrderStatus.Pending]: "Ожидает",
  [HouseOrderStatus.Accepted]: "Подтвержден",
  [HouseOrderStatus.Rejected]: "Отклонен",
};

export const priceQueryStatusLabel: Record<number, string> = {
  [PriceQueryStatus.Created]: "Ожидает ответа",
  [PriceQueryStatus.Processed]: "Ответ получен",
  [PriceQueryStatus.Rejected]: "Отказано",
};

export const ReserveState = {
  NotAchieved: "RESERVE_PRICE_NOT_ACHIEVED",
  OneStep: "ONE_STEP_UNTIL_RESERVE_PRICE",
  Achieved: "RESERVE_PRICE_ACHIEVED",
} as const satisfies Record<string, ReservePriceState>;
