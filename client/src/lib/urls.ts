import type { CatalogShort, Category, HouseShort, NewsShort } from "./api/types";

const LATIN: Record<string, string> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ё: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

/** The longest slug, in characters. Longer ones are cut between words where possible. */
const LONGEST = 80;

/** The readable end of an address: «Рассвет на Волге» → `rassvet-na-volge`. The server makes the same (`slugs.json`). */
export function slug(text: string): string {
  const whole = [...text.toLowerCase()]
    .map((c) => LATIN[c] ?? c)
    .join("")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (whole.length <= LONGEST) return whole || "-";
  const end = whole.slice(0, LONGEST + 1).lastIndexOf("-");
  return whole.slice(0, end > 0 ? end : LONGEST);
}

export const lotUrl = (lot: { id: number; titleRu: string }) => `/lot/${lot.id}/${slug(lot.titleRu)}`;
/** A sale called «Hall» leaves `…/hall` to the screen. The server does the same (`api/heads/src/content.rs`). */
export function auctionUrl({ id, title }: Pick<CatalogShort, "id" | "title">): string {
  const name = slug(title);
  return `/auction/${id}/${name === "hall" ? "hall-sale" : name}`;
}
/** The screen of a sale, for the projector in the hall. */
export const hallUrl = (catalog: Pick<CatalogShort, "id">) => `/auction/${catalog.id}/hall`;
export const houseUrl = (house: Pick<HouseShort, "id" | "nameRu">) =>
  `/auction-house/${house.id}/${slug(house.nameRu)}`;
/** The works in a house's gallery. */
export const galleryUrl = (house: Pick<HouseShort, "id" | "nameRu">) =>
  `/auction-house/${house.id}/gallery/${slug(house.nameRu)}`;
export const categoryUrl = (category: Pick<Category, "code" | "name">) =>
  `/category/${category.code}/${slug(category.name)}`;
export const artistUrl = (artist: { id: number; name: string }) =>
  `/artist/${artist.id}/${slug(artist.name)}`;
export const newsUrl = (news: Pick<NewsShort, "id" | "slug">) => `/news/${news.id}/${news.slug}`;
export const favouritesUrl = "/account?p=favourite";
/** Where users see their price requests and the answers. */
export const priceQueriesUrl = "/account?p=queries";
/** «Мой вечер». */
export const eveningUrl = "/evening";
export const profileUrl = "/account/profile";
/** Where the second factor is set up. */
export const secondFactorUrl = `${profileUrl}#second-factor`;
/** Where admins see all bets of a lot, and cancel the last one. */
export const lotBetsUrl = (lotId: number) => `/admin/bets?lot=${lotId}`;
