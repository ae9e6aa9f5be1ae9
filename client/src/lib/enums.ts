import { CatalogType, HouseOrderStatus } from "./api/numbers";

export {
  CalculationType,
  CatalogState,
  CatalogType,
  Currency,
  GalleryType,
  HouseOrderStatus as OrderStatus,
  LotSorting,
  LotState,
} from "./api/numbers";

/** The specification's codes of a bet's answer, by its names. */
export const BetCode = {
  Success: 0,
  LotIsLocketInAnotherBet: 1,
  TradeTimeout: 2,
  LotNotFound: 3,
  CatalogNotFound: 4,
  LotIsNotCurrentInClassicAuction: 5,
  BetNotMultipleOf10: 6,
  BetIsLessThenMinimal: 7,
  LotStateNotForTrade: 8,
  TradeNotTimeoutYet: 9,
  TradeCompleted: 10,
  MaximumRateUntrustedAccountsExceeded: 11,
  OverbetByAbsenteeBid: 12,
  ForbiddenToBetAgain: 13,
} as const;

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

export const ReserveState = {
  NotAchieved: "RESERVE_PRICE_NOT_ACHIEVED",
  OneStep: "ONE_STEP_UNTIL_RESERVE_PRICE",
  Achieved: "RESERVE_PRICE_ACHIEVED",
} as const;
