import type { LotSearch } from "@/lib/api/types";
import { numbersOf, pageOfAddress } from "@/lib/useAddress";
import { CatalogType, catalogTypeLabel, LotSorting, LotState } from "@/trade/enums";

/** The filters of a lot list, as the address has them. */
export interface LotFilter {
  search: string;
  cats: number[];
  types: number[];
  status: Status;
  scope: AuctionScope | null;
  houses: number[];
  /** First years of half centuries. */
  periods: number[];
  /** In lower case. */
  materials: string[];
  /** The lowest and the highest price, in rubles. */
  priceFrom: number | null;
  priceTo: number | null;
  sort: number | null;
  page: number;
  pageSize: number;
}

/** `open`: whatever can still be had, now or later. */
export type Status = "open" | "all" | "trading" | "withbets" | "sold" | "notsold";
export type AuctionScope = "past" | "future" | "current" | "galleries" | "postauction";

export const statuses: readonly { value: Status; label: string }[] = [
  { value: "open", label: "В продаже" },
  { value: "trading", label: "В торгах" },
  { value: "withbets", label: "Со ставками" },
  { value: "sold", label: "Проданные" },
  { value: "notsold", label: "Не проданные" },
  { value: "all", label: "Все" },
];

export const scopes: readonly { value: AuctionScope; label: string }[] = [
  { value: "current", label: "Текущие аукционы" },
  { value: "future", label: "Будущие аукционы" },
  { value: "past", label: "Прошедшие аукционы" },
  { value: "galleries", label: "Галереи" },
  { value: "postauction", label: "ПостАукцион" },
];

export const types = [
  CatalogType.Classic,
  CatalogType.Parallel,
  CatalogType.Gallery,
  CatalogType.PostAuction,
].map((value) => ({ value, label: catalogTypeLabel[value] ?? "" }));

export const sortings: readonly { value: number; label: string }[] = [
  { value: LotSorting.CreatedDesc, label: "Сначала новые" },
  { value: LotSorting.CreatedAsc, label: "Сначала старые" },
  { value: LotSorting.LotNumberAsc, label: "Номер лота, по возрастанию" },
  { value: LotSorting.LotNumberDesc, label: "Номер лота, по убыванию" },
  { value: LotSorting.PriceAsc, label: "Текущая цена, по возрастанию" },
  { value: LotSorting.PriceDesc, label: "Текущая цена, по убыванию" },
  { value: LotSorting.StartPriceAsc, label: "Стартовая цена, по возрастанию" },
  { value: LotSorting.StartPriceDesc, label: "Стартовая цена, по убыванию" },
  { value: LotSorting.NameAsc, label: "Название, от А до Я" },
  { value: LotSorting.NameDesc, label: "Название, от Я до А" },
];

export const byRelevance = { value: LotSorting.Relevant, label: "По релевантности" } as const;

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** The most values and the highest price and year that a search takes. */
const MOST = { houses: 100, periods: 20, materials: 40, price: 1e12, year: 2050 } as const;

/** Materials have commas in them, and may have the separator itself. */
const MATERIALS_APART = "|";

export const materialsToAddress = (materials: readonly string[]) =>
  materials
    .map((name) => name.replaceAll("%", "%25").replaceAll(MATERIALS_APART, "%7C"))
    .join(MATERIALS_APART);

const materialsOf = (value: string | null) =>
  (value ?? "")
    .split(MATERIALS_APART)
    .filter(Boolean)
    .map((name) => name.replaceAll("%7C", MATERIALS_APART).replaceAll("%25", "%"));

function amount(value: string | null): number | null {
  const number = Number.parseInt(value ?? "", 10);
  return Number.isSafeInteger(number) && number >= 0 ? Math.min(number, MOST.price) : null;
}

/** Swaps prices entered in the wrong order, which no lot could match. */
const inOrder = (from: number | null, to: number | null) =>
  from !== null && to !== null && from > to ? ([to, from] as const) : ([from, to] as const);

const oneOf = <T extends string>(options: readonly { value: T }[], value: string | null): T | undefined =>
  options.find((o) => o.value === value)?.value;

/** The status of a list that none is chosen for: its own, unless the chosen sales are over, where nothing is on sale. */
export const unchosenStatus = (own: Status, scope: AuctionScope | null): Status =>
  own === "open" && scope === "past" ? "all" : own;

/** Reads the filters from the address and ignores invalid values. `own`: the list's status unless one is chosen. */
export function readFilter(params: URLSearchParams, own: Status = "open"): LotFilter {
  const scope = oneOf(scopes, params.get("state")) ?? null;
  const sort = Number.parseInt(params.get("sort") ?? "", 10);
  const size = Number.parseInt(params.get("pageSize") ?? "", 10);
  const [priceFrom, priceTo] = inOrder(amount(params.get("from")), amount(params.get("to")));
  return {
    // The server refuses U+0000.
    search: params.get("search")?.replaceAll("\0", "") ?? "",
    cats: numbersOf(params.get("cats")),
    types: numbersOf(params.get("types")).filter((t) => types.some((known) => known.value === t)),
    status: oneOf(statuses, params.get("status")) ?? unchosenStatus(own, scope),
    scope,
    houses: numbersOf(params.get("houses")).slice(0, MOST.houses),
    periods: numbersOf(params.get("periods"))
      .filter((year) => year <= MOST.year)
      .slice(0, MOST.periods),
    materials: materialsOf(params.get("materials")).slice(0, MOST.materials),
    priceFrom,
    priceTo,
    sort: sort === byRelevance.value || sortings.some((s) => s.value === sort) ? sort : null,
    page: pageOfAddress(params),
    pageSize: Number.isInteger(size) && size > 0 ? Math.min(size, MAX_PAGE_SIZE) : PAGE_SIZE,
  };
}

/** The current sorting: the chosen one, else relevance for a search, else the list's own. */
export function sortingOf(filter: LotFilter, own: number): number {
  if (filter.sort !== null && (filter.sort !== LotSorting.Relevant || filter.search !== ""))
    return filter.sort;
  return filter.search === "" ? own : LotSorting.Relevant;
}

/** The body of the search call; `categoryIds` are already widened to subcategories. */
export function toSearch(filter: LotFilter, categoryIds: number[], sorting: number): LotSearch {
  const body: LotSearch = { sorting };
  if (filter.search) body.searchQuery = filter.search;
  if (categoryIds.length > 0) body.categoryIds = categoryIds;
  if (filter.types.length > 0) body.catalogTypes = filter.types;
  if (filter.scope) body.auctionState = filter.scope;
  if (filter.houses.length > 0) body.houseIds = filter.houses;
  if (filter.periods.length > 0) body.periods = filter.periods;
  if (filter.materials.length > 0) body.materials = filter.materials;
  if (filter.priceFrom !== null) body.priceFrom = filter.priceFrom;
  if (filter.priceTo !== null) body.priceTo = filter.priceTo;
  switch (filter.status) {
    case "open":
      body.isBiddingOver = false;
      break;
    case "trading":
      body.states = [LotState.InProcess];
      body.isBiddingOver = false;
      break;
    case "withbets":
      body.hasBets = true;
      break;
    case "sold":
      body.states = [LotState.Sold, LotState.Paid];
      break;
    case "notsold":
      body.states = [LotState.NotSold];
      break;
    case "all":
      break;
  }
  return body;
}

/**
 * An auction's list of lots unless something else is chosen: by their numbers, and while the sale runs what can still be had. Its
 * staff see hidden lots, too.
 */
export const auctionList = (catalogId: number, isRunning: boolean) => ({
  fixed: { catalogId, showHiddenLots: true } satisfies LotSearch,
  order: LotSorting.LotNumberAsc,
  status: isRunning ? ("open" as const) : ("all" as const),
});

export const emptyFilter = {
  search: null,
  cats: null,
  types: null,
  status: null,
  state: null,
  houses: null,
  periods: null,
  materials: null,
  from: null,
  to: null,
} as const;
