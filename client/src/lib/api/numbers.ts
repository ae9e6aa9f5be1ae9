// Generated from openapi.json by scripts/api-types.mjs. Do not edit.
export const CalculationType = {
  ByCatalogType: 0,
  ByStepTable: 1,
  TenPercentAndModTen: 2,
} as const;

export const CatalogState = {
  Scheduled: 0,
  InProcess: 1,
  Completed: 2,
  Canceled: 3,
  Temporary: 4,
  WaitForEnd: 5,
} as const;

export const CatalogType = {
  Classic: 0,
  Parallel: 1,
  Gallery: 2,
  PostAuction: 3,
} as const;

export const ConsentKind = {
  Cookies: 0,
  Adult: 1,
  PersonalData: 2,
  Mailing: 3,
} as const;

export const Currency = {
  Rub: 0,
  Eur: 1,
  Usd: 2,
} as const;

export const GalleryType = {
  Artistic: 0,
  Antique: 1,
  Jewelry: 2,
  Modern: 4,
} as const;

export const HouseOrderStatus = {
  Pending: 0,
  Accepted: 1,
  Rejected: 2,
} as const;

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

export const LotState = {
  None: 0,
  InProcess: 1,
  Sold: 2,
  NotSold: 4,
  Paid: 8,
} as const;

export const NewsType = {
  Announcements: 0,
  Results: 1,
  Events: 2,
  News: 3,
} as const;

export const NotificationSubject = {
  None: 0,
  House: 1,
  Catalog: 2,
  Lot: 3,
  Bet: 4,
} as const;

export const NotificationType = {
  System: 0,
  Personal: 1,
} as const;

export const PriceQueryStatus = {
  Created: 0,
  Processed: 1,
  Rejected: 2,
} as const;

/** The codes of a recorded bet. All others refuse it. */
export const BetCode = {
  Accepted: 0,
  Overbid: 12,
} as const;
