import { expect, it } from "vitest";
import { holds, sections } from "./sections";

it.each([
  ["/auctions", "Аукционы"],
  ["/auctions/", "Аукционы"],
  ["/auctions/parallel", "Аукционы"],
  ["/auction/12/osen", "Аукционы"],
  ["/auctions/results", "Результаты"],
  ["/auction-house/3/severnaya-galereya", "Аукционные дома"],
  ["/auction-house/3/gallery/severnaya-galereya", "Галереи"],
  ["/galleries/antique", "Галереи"],
  ["/news/5/otkryt-sezon", "Новости"],
  ["/lot/7/more", undefined],
])("%s is of the section %s", (path, section) => {
  expect(sections.filter((one) => holds(one, path)).map(({ label }) => label)).toEqual(
    section === undefined ? [] : [section],
  );
});
