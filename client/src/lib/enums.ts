/** The specification's numbers, with their Russian labels. */
export const CatalogType = { Classic: 0, Parallel: 1, Gallery: 2, PostAuction: 3 } as const;
export const CatalogState = {
  Scheduled: 0,
  InProcess: 1,
  Completed: 2,
  Canceled: 3,
  Temporary: 4,
  WaitForEnd: 5,
} as const;
export const CalculationType = { ByCatalogType: 0, ByStepTable: 1, TenPercentAndModTen: 2 } as const;
export const LotState = { None: 0, InProcess: 1, Sold: 2, NotSold: 4, Paid: 8 } as const;
export const OrderStatus = { Pending: 0, Accepted: 1, Rejected: 2 } as const;
export const GalleryType = { Artistic: 0, Antique: 1, Jewelry: 2, Modern: 4 } as const;
export const Currency = { RUB: 0, EUR: 1, USD: 2 } as const;

export const LotSorting = {
  CreatedAsc: 0,
  CreatedDesc: 1,
  NameAsc: 2,
  NameDesc: 3,
  StartPriceAsc: 4,
  StartPriceDesc: 5,
  Relevant: 6,
  LotNumberAsc: 7,
  LotNumberDesc: 8,
  PriceAsc: 9,
  PriceDesc: 10,
} as const;

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
  [OrderStatus.Pending]: "Ожидает",
  [OrderStatus.Accepted]: "Подтвержден",
  [OrderStatus.Rejected]: "Отклонен",
};

export const ReserveState = {
  NotAchieved: "RESERVE_PRICE_NOT_ACHIEVED",
  OneStep: "ONE_STEP_UNTIL_RESERVE_PRICE",
  Achieved: "RESERVE_PRICE_ACHIEVED",
} as const;
