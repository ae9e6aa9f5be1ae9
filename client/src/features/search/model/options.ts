import type { Suggestions } from "@/lib/api/types";
import { count, thousands } from "@/lib/format";
import { auctionUrl, categoryUrl, houseUrl, lotUrl, newsUrl } from "@/lib/urls";

/** Something to choose in the search box. */
export interface Option {
  /** The element's id, which the field names while the option is active. */
  id: string;
  to: string;
}

/** The list of lots that have these words. */
export const searchUrl = (text: string) =>
  text.trim() ? `/lots?${new URLSearchParams({ search: text.trim() })}` : "/lots";

const kinds = ["lots", "artists", "categories", "houses", "auctions", "news", "near"] as const;

export type Kind = (typeof kinds)[number];

/** The address of each suggestion, by kind and in order. An artist leads to the lots that name them. */
export function addresses(found: Suggestions): Record<Kind, string[]> {
  return {
    lots: found.lots.map(lotUrl),
    artists: found.artists.map((artist) => searchUrl(artist.name)),
    categories: found.categories.map(categoryUrl),
    houses: found.houses.map(houseUrl),
    auctions: found.auctions.map(auctionUrl),
    news: found.news.map(newsUrl),
    near: found.near.map((near) => searchUrl(near.text)),
  };
}

export const optionId = (kind: Kind | "recent", at: number) => `search-${kind}-${at}`;

/** Everything that can be chosen, in the order of the screen. */
export function optionsOf(found: Suggestions): Option[] {
  const to = addresses(found);
  // Near words stand where lots would.
  const order: readonly Kind[] = ["near", ...kinds.filter((kind) => kind !== "near")];
  return order.flatMap((kind) => to[kind].map((address, at) => ({ id: optionId(kind, at), to: address })));
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
    found.artists.length > 0 && `художники: ${found.artists.length}`,
    found.categories.length > 0 && `категории: ${found.categories.length}`,
    found.houses.length > 0 && `дома: ${found.houses.length}`,
    found.auctions.length > 0 && `аукционы: ${found.auctions.length}`,
    found.news.length > 0 && `новости: ${found.news.length}`,
  ].filter(Boolean);
  if (parts.length > 0) return `Найдено: ${parts.join(", ")}`;
  const near = found.near.map(({ text }) => text).join(", ");
  return near ? `Ничего не найдено. Близкие слова: ${near}` : "Ничего не найдено";
}
