import { BetCode, CatalogType, HouseOrderStatus, NewsType, PriceQueryStatus } from "./api/numbers";
import type { ReservePriceState } from "./api/types";

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
  NewsType,
  PriceQueryStatus,
} from "./api/numbers";

/** Whether the server did what was asked: a bet that leads, or an auctioneer's act. Both number that alike. */
export const isDone = ({ code }: { code: number }) => code === BetCode.Accepted;

export const catalogTypeLabel: Record<number, string> = {
  [CatalogType.Classic]: "Классический аукцион",
  [CatalogType.Parallel]: "Параллельные торги",
  [CatalogType.Gallery]: "Галерея",
  [CatalogType.PostAuction]: "ПостАукцион",
};

/** The specification numbers four kinds; every other one is an announcement. */
export const newsTypeLabel: Record<number, string> = {
  [NewsType.Results]: "Результаты",
  [NewsType.Events]: "События",
  [NewsType.News]: "Новости",
  [NewsType.Announcements]: "Объявления",
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
