import type { Shape } from "@/components/Skeletons/PageSkeleton";

/** The shapes of pages by the beginning of their addresses. */
const SHAPES: readonly (readonly [RegExp, Shape])[] = [
  [/^\/(lots|buy|category)(\/|$)/, "lots"],
  [/^\/lot\//, "lot"],
  [/^\/auction\//, "sale"],
  [/^\/auction-house\//, "house"],
  [/^\/artist\//, "artist"],
  [/^\/news\/./, "article"],
  [/^\/(artists|auctionHouses-all|galleries)(\/|$)/, "names"],
  [/^\/(auctions|evening|news)(\/|$)/, "rows"],
  [/^\/(account|admin|house-account)(\/|$)/, "account"],
];

/** The skeleton of the page at an address; blocks of text unless another shape is known. */
export const shapeOf = (pathname: string): Shape =>
  SHAPES.find(([address]) => address.test(pathname))?.[1] ?? "text";
