import { expect, it } from "vitest";
import { shapeOf } from "./shape";

it.each([
  ["/lots", "lots"],
  ["/category/1866/zhivopis", "lots"],
  ["/lot/12/x", "lot"],
  ["/auction/1/x", "sale"],
  ["/auctions/future", "rows"],
  ["/auction-house/1/x", "house"],
  ["/auctionHouses-all", "names"],
  ["/artist/1/x", "artist"],
  ["/artists", "names"],
  ["/news", "rows"],
  ["/news/1/x", "article"],
  ["/account/profile", "account"],
  ["/admin/users", "account"],
  ["/about", "text"],
])("%s has the skeleton of %s", (address, shape) => {
  expect(shapeOf(address)).toBe(shape);
});
