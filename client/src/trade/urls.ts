import type { CatalogShort, Category, HouseShort } from "@/lib/api/types";
import { slug } from "@/lib/urls";

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
export const favouritesUrl = "/account?p=favourite";
/** The lots a user has won and the amounts due. */
export const wonUrl = "/account?state=won";
/** Where users see their price requests and the answers. */
export const priceQueriesUrl = "/account?p=queries";
/** «Мой вечер». */
export const eveningUrl = "/evening";
/** Where admins see all bets of a lot, and cancel the last one. */
export const lotBetsUrl = (lotId: number) => `/admin/bets?lot=${lotId}`;
