import type { Suggestions } from "@/lib/api/types";
import { count, thousands } from "@/lib/format";
import { newsUrl } from "@/lib/urls";
import { artistUrl, auctionUrl, categoryUrl, houseUrl, lotUrl } from "@/trade/urls";

/** Something to choose in the search box. */
export interface Option {
  /** The element's id, which the field names while the option is active. */
  id: string;
  to: string;
}

/** The list of lots that have these words. */
export const searchUrl = (text: string) =>
  text.trim() ? `/lots?${new URLSearchParams({ search: text.trim() })}` : "/lots";

/** The same, with those that are over: what suggestions count. */
export const allLotsUrl = (text: string) =>
  `/lots?${new URLSearchParams({ search: text.trim(), status: "all" })}`;

const kinds = ["lots", "artists", "categories", "houses", "auctions", "news", "near"] as const;

export type Kind = (typeof kinds)[number];

/** An option stays the same one while answers come and go, so it is named by what it is, not by its place. */
const option = (kind: Kind | "recent", key: string | number, to: string): Option => ({
  id: `search-${kind}-${encodeURIComponent(key)}`,
  to,
});

export const recentOption = (text: string) => option("recent", text, searchUrl(text));

/** The suggestions by kind and in order. */
export function optionsByKind(found: Suggestions): Record<Kind, Option[]> {
  return {
    lots: found.lots.map((lot) => option("lots", lot.id, lotUrl(lot))),
    artists: found.artists.map((artist) => option("artists", artist.id, artistUrl(artist))),
    categories: found.categories.map((category) => option("categories", category.id, categoryUrl(category))),
    houses: found.houses.map((house) => option("houses", house.id, houseUrl(house))),
    auctions: found.auctions.map((auction) => option("auctions", auction.id, auctionUrl(auction))),
    news: found.news.map((news) => option("news", news.id, newsUrl(news))),
    near: found.near.map(({ text }) => option("near", text, searchUrl(text))),
  };
}

/** Everything that can be chosen, in the order of the screen. */
export function optionsOf(found: Suggestions): Option[] {
  const byKind = optionsByKind(found);
  // Near words stand where lots would.
  const order: readonly Kind[] = ["near", ...kinds.filter((kind) => kind !== "near")];
  return order.flatMap((kind) => byKind[kind]);
}

/** The most lots and the most of an artist or a category that the server counts. */
const MOST = { lots: 10_000, some: 1000 } as const;

const capped = (total: number, most: number) => (total < most ? thousands(total) : `${thousands(most)}+`);

export const lotsTotal = (total: number) => capped(total, MOST.lots);

/** «9 лотов», «1 000+ лотов»; nothing without lots. */
export function someLots(total: number): string | null {
  if (total === 0) return null;
  if (total < MOST.some) return count(total, ["лот", "лота", "лотов"]);
  return `${capped(total, MOST.some)} лотов`;
}

/** What is read out when the results have changed. */
export function summary(found: Suggestions): string {
  const parts = [
    found.lotsCount > 0 && `лоты: ${lotsTotal(found.lotsCount)}`,
    // Of these only the first are listed, so their number says nothing.
    found.artists.length > 0 && "художники",
    found.categories.length > 0 && "категории",
    found.houses.length > 0 && "дома",
    found.auctions.length > 0 && "аукционы",
    found.news.length > 0 && "новости",
  ].filter(Boolean);
  if (parts.length > 0) return `Найдено: ${parts.join(", ")}`;
  const near = found.near.map(({ text }) => text).join(", ");
  return near ? `Ничего не найдено. Близкие слова: ${near}` : "Ничего не найдено";
}
