import type {
  Catalog,
  CatalogShort,
  Category,
  EveningLot,
  HallLot,
  HallSale,
  House,
  HouseShort,
  LeadingBet,
  Lot,
  LotCounts,
  LotShort,
  NotificationSettings,
  Page,
  RoomSnapshot,
  Suggestions,
  User,
} from "@/lib/api/types";
import { CalculationType, CatalogState, CatalogType, Currency, LotState } from "@/trade/enums";

/** The instant all fixtures live at: 21 November 2026, 14:32:07 in Moscow. */
export const NOW = Date.parse("2026-11-21T11:32:07.000Z");
export const at = (offsetMs: number) => new Date(NOW + offsetMs).toISOString();
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function pageOf<T>(items: T[], extra: Partial<Page<T>> = {}): Page<T> {
  return {
    items,
    hasNext: false,
    hasPrevious: false,
    currentPage: 1,
    totalCount: items.length,
    totalPages: items.length > 0 ? 1 : 0,
    ...extra,
  };
}

/** Who the people of the tests are, to themselves and to admins. */
export const PERSON = {
  displayName: "Анна Иванова",
  roles: 0,
  login: "79161234567",
  eMail: "anna@example.org",
  isPhoneConfirmed: true,
  isEMailConfirmed: true,
  photo: { iconId: null },
  managerOfHouseIds: [],
  ownerOfHouseIds: [],
  newsmakerOfHouseIds: [],
  auctioneerOfCatalogIds: [],
};

export function makeUser(extra: Partial<User> = {}): User {
  return {
    id: 7,
    ...PERSON,
    trustedInHouseIds: [],
    acceptedInHouseIds: [],
    isAdmin: false,
    hasSecondFactor: false,
    mustSetSecondFactor: false,
    ...extra,
  };
}

export function makeCatalog(extra: Partial<CatalogShort> = {}): CatalogShort {
  return {
    id: 10,
    title: "Русская живопись и графика XIX–XX веков",
    catalogType: CatalogType.Classic,
    state: CatalogState.InProcess,
    startDate: at(-HOUR),
    endDate: null,
    currentLotId: 48,
    pausedAt: null,
    pauseReason: null,
    houseId: 1,
    houseNameRu: "Аукционный дом «Северная галерея»",
    isAutoStart: true,
    commission: 15,
    currency: Currency.Rub,
    calculationType: CalculationType.ByCatalogType,
    lotSaleTimeoutInSeconds: 30,
    logo: { previewId: null },
    hidden: false,
    lotsCount: 214,
    soldCount: 0,
    ...extra,
  };
}

export function makeFullCatalog(extra: Partial<Catalog> = {}): Catalog {
  return {
    ...makeCatalog(),
    descriptionRu: null,
    stepsTable: [],
    isImported: false,
    version: 1,
    revision: 1,
    untrustedCap: { rub: 5000, eur: 50, usd: 50 },
    serverTime: at(0),
    isController: false,
    isAuctioneer: false,
    rehearsalOf: null,
    auctioneers: null,
    ...extra,
  };
}

export function makeLeadingBet(extra: Partial<LeadingBet> = {}): LeadingBet {
  return {
    id: 1,
    value: 184_000,
    created: at(-MINUTE),
    userId: null,
    participant: 217,
    paddle: null,
    isAbsentee: null,
    ...extra,
  };
}

export function makeLot(extra: Partial<LotShort> = {}): LotShort {
  return {
    id: 12,
    lotid: 12,
    catalogId: 11,
    catalogLotId: 12,
    houseId: 1,
    houseNameRu: "Дом «Покровский и сыновья»",
    catalogType: CatalogType.Parallel,
    catalogState: CatalogState.InProcess,
    catalogTitle: "Пейзаж. От академизма к пленэру",
    titleRu: "Рассвет на Волге",
    author: [{ name: "Николай Сабуров" }],
    authorId: 3,
    period: "1893",
    size: "72 × 104 см",
    materials: "Холст, масло",
    state: LotState.InProcess,
    isBiddingOver: false,
    startTradeTime: at(-DAY),
    endTradeTime: at(5 * HOUR + 27 * MINUTE + 53_000),
    warnedAt: null,
    together: [],
    isChoice: false,
    catalogPausedAt: null,
    catalogStartDate: at(-DAY),
    catalogEndDate: at(5 * HOUR + 27 * MINUTE + 53_000),
    top: 0,
    commission: 15,
    price: {
      start: 120_000,
      reserve: null,
      reservePriceState: null,
      estimatedFrom: 180_000,
      estimatedTo: 240_000,
      currency: Currency.Rub,
      value: 184_000,
      minBet: 202_400,
    },
    leadingBet: makeLeadingBet(),
    myParticipant: null,
    betsCount: 14,
    img: null,
    isFavourite: false,
    isSubscribed: false,
    version: 3,
    created: at(-30 * DAY),
    hidden: false,
    categoryId: 1866,
    classCode: "10.1",
    ...extra,
  };
}

export function makeFullLot(extra: Partial<Lot> = {}): Lot {
  const short = makeLot(extra);
  return {
    ...short,
    descriptionRu: null,
    isAttributedAuthorship: false,
    sourceCountryRu: null,
    weight: null,
    notes: null,
    auctioneerNote: null,
    videoLinks: [],
    gallery: { images: [] },
    counters: { views: 0, favourites: 0, subscriptions: 0 },
    parallelLeadingBet: short.leadingBet,
    classicLeadingBet: null,
    galleryLeadingBet: null,
    catalog: makeCatalog({ id: short.catalogId ?? 11, catalogType: short.catalogType ?? 1 }),
    myAbsentee: null,
    myLastBet: null,
    myParticipant: null,
    prevLotId: null,
    nextLotId: null,
    ...extra,
  };
}

/** A lot of «Мой вечер»: nothing of the viewer's, but for these fields. */
export function makeEveningLot(lot: Partial<LotShort> = {}, extra: Partial<EveningLot> = {}): EveningLot {
  return { lot: makeLot(lot), bet: null, absentee: null, ahead: null, ...extra };
}

/** What the room of a sale answers to a join, with this lot on the block. */
export function makeSnapshot(
  catalog: Pick<CatalogShort, "id" | "state">,
  currentLotId: number | null,
): RoomSnapshot {
  return {
    serverTime: at(0),
    catalog: {
      id: catalog.id,
      state: catalog.state,
      currentLotId,
      pausedAt: null,
      pauseReason: null,
      version: 1,
    },
    lots: [],
    members: 3,
    myParticipant: null,
  };
}

export function makeHallLot(extra: Partial<HallLot> = {}): HallLot {
  return {
    id: 48,
    catalogLotId: 48,
    titleRu: "Лунная ночь",
    author: [{ name: "Пётр Ланской" }],
    img: null,
    state: LotState.None,
    isBiddingOver: false,
    endTradeTime: null,
    warnedAt: null,
    together: [],
    isChoice: false,
    startPrice: 120_000,
    value: null,
    participant: null,
    paddle: null,
    version: 1,
    ...extra,
  };
}

export function makeHallSale(extra: Partial<HallSale> = {}): HallSale {
  return {
    id: 10,
    title: "Русская живопись и графика XIX–XX веков",
    houseNameRu: "Аукционный дом «Северная галерея»",
    catalogType: CatalogType.Classic,
    currency: Currency.Rub,
    state: CatalogState.InProcess,
    startDate: at(-HOUR),
    currentLotId: 48,
    pausedAt: null,
    pauseReason: null,
    version: 1,
    isRehearsal: false,
    lots: [makeHallLot()],
    ...extra,
  };
}

export function makeHouse(extra: Partial<HouseShort> = {}): HouseShort {
  return {
    id: 1,
    nameRu: "Аукционный дом «Северная галерея»",
    photo: { previewId: null },
    isGallery: false,
    isPostAuction: false,
    galleryType: null,
    ...extra,
  };
}

export function makeFullHouse(extra: Partial<House> = {}): House {
  return {
    ...makeHouse(),
    descriptionRu: "Русское искусство XIX–XX веков.",
    address: "Санкт-Петербург, Невский проспект, 1",
    email: "info@example.org",
    phone: "78120000000",
    site: "example.org",
    whatsupPhone: null,
    paymentAndDelivery: { commission: 15, text: null },
    stepsTable: null,
    hasInfo: false,
    isStorage: false,
    lotsCount: 214,
    catalogsCount: 3,
    revision: 1,
    myOrder: null,
    ...extra,
  };
}

export const categories: Category[] = [
  {
    id: 1866,
    code: "10",
    name: "Живопись",
    items: [{ id: 1901, code: "10.1", name: "Пейзаж", items: [] }],
  },
  { id: 1867, code: "11", name: "Графика", items: [] },
  { id: 1875, code: "12", name: "Скульптура", items: [] },
  { id: 9, code: "0.1", name: "Особые", items: [] },
];

/** Every letter is sent. */
export const allLetters: NotificationSettings = {
  outbid: true,
  betCancelled: true,
  lotStarting: true,
  lotWon: true,
  registration: true,
  priceRequest: true,
  artistLots: true,
  house: true,
};

/** What a search counts: every category of the tests and every type of sale. */
export function makeCounts(fields: Partial<LotCounts> = {}): LotCounts {
  return {
    categories: [
      { id: 1866, count: 21 },
      { id: 1867, count: 12 },
    ],
    catalogTypes: [0, 1, 2, 3].map((catalogType) => ({
      catalogType: catalogType as 0 | 1 | 2 | 3,
      count: 9,
    })),
    houses: [{ id: 1, nameRu: "Дом «Покровский и сыновья»", count: 33 }],
    periods: [],
    materials: [],
    prices: [],
    states: { all: 45, trading: 17, sold: 20, notSold: 8, withBets: 12 },
    isExact: true,
    meant: null,
    ...fields,
  };
}

/** What a search finds: nothing, but for these fields. */
export function makeSuggestions(fields: Partial<Suggestions> = {}): Suggestions {
  return {
    lots: [],
    lotsCount: 0,
    artists: [],
    categories: [],
    houses: [],
    auctions: [],
    news: [],
    meant: null,
    near: [],
    ...fields,
  };
}
