// The kill tests' sale: one house that trusts every bidder, a classic auction with a lot on the block, a parallel auction of
// 20 lots, and a parallel auction about to end in which nobody bids.
export const CROWD = 200;
/** Nobody bids here, so only recovery after an outage moves its end. */
export const QUIET = "quiet";
export const email = (n) => `crowd${n}@demo.example`;

export const lot = (catalog, catalogLotId) => ({
  catalog,
  house: "house",
  catalogLotId,
  titleRu: `Лот ${catalogLotId}`,
  descriptionRu: null,
  authors: [],
  isAttributedAuthorship: false,
  classCode: "1",
  categoryId: 1,
  period: null,
  materials: null,
  size: null,
  sourceCountryRu: null,
  weight: null,
  notes: null,
  top: 0,
  price: { start: 100, reserve: null, estimatedFrom: null, estimatedTo: null, currency: 0 },
  images: [],
  bets: [],
  result: null,
});

export const catalog = (key, catalogType, endDate) => ({
  key,
  title: key,
  house: "house",
  catalogType,
  state: 1,
  startDate: "-1h",
  endDate,
  isAutoStart: false,
  commission: 15,
  calculationType: 1,
  stepsTable: [{ start: 0, step: 10 }],
  lotSaleTimeoutInSeconds: 30,
  auctioneer: [],
  logo: null,
  keepAlive: false,
  history: null,
});

export const crowd = (size) =>
  Array.from({ length: size }, (_, n) => ({
    key: `crowd${n}`,
    displayName: `Участник ${n}`,
    email: email(n),
    phone: `+7911${String(n).padStart(7, "0")}`,
    roles: [],
  }));

/** A house that has accepted and trusts the whole crowd. */
export const house = (size) => ({
  key: "house",
  id: 1,
  nameRu: "Дом",
  address: null,
  email: null,
  phone: null,
  site: null,
  whatsupPhone: null,
  galleryType: null,
  commission: 15,
  isGallery: false,
  isPostAuction: false,
  isStorage: false,
  stepsTable: null,
  descriptionRu: null,
  staff: { owner: [], manager: [], newsmaker: [] },
  registrations: Array.from({ length: size }, (_, n) => ({ person: `crowd${n}`, status: 1, trusted: true })),
  photo: null,
});

export const ADMIN = {
  key: "admin",
  displayName: "Администратор",
  email: "admin@demo.example",
  phone: "+79000000001",
  roles: ["admin"],
};

export const seed = () => ({
  brand: null,
  categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
  people: [ADMIN, ...crowd(CROWD)],
  houses: [house(CROWD)],
  catalogs: [catalog("classic", 0, null), catalog("parallel", 1, "+2h"), catalog(QUIET, 1, "+4m")],
  lots: [
    lot("classic", 1),
    lot("classic", 2),
    lot(QUIET, 1),
    ...Array.from({ length: 20 }, (_, n) => lot("parallel", n + 1)),
  ],
});
