import { CatalogType } from "@/trade/enums";
import type { CatalogFilter, Scope } from "../api/catalogs";

/** A list of sales with an address of its own. */
export interface Kind {
  path: string;
  tab: string;
  title: string;
  scope: Scope;
  catalogType?: number;
}

export const kinds: readonly Kind[] = [
  { path: "/auctions", tab: "Все", title: "Онлайн аукционы", scope: "all" },
  { path: "/auctions/future", tab: "Будущие", title: "Будущие аукционы", scope: "future" },
  {
    path: "/auctions/classic",
    tab: "Классические",
    title: "Классические аукционы",
    scope: "all",
    catalogType: CatalogType.Classic,
  },
  {
    path: "/auctions/parallel",
    tab: "Параллельные",
    title: "Параллельные торги",
    scope: "all",
    catalogType: CatalogType.Parallel,
  },
  { path: "/auctions/results", tab: "Результаты", title: "Результаты аукционов", scope: "results" },
];

export const kindAt = (path: string) => kinds.find((kind) => kind.path === path);

/** What the list asks for while its address names no filter. */
export const listOf = ({ scope, catalogType }: Kind): Pick<CatalogFilter, "scope" | "catalogType"> => ({
  scope,
  catalogType,
});
