import { describe, expect, it } from "vitest";
import { readFilter } from "./filter";
import { nameOf, narrows, pathOf } from "./savedSearch";

describe("a search to save", () => {
  it.each([
    [{}, false],
    [{ sorting: 1, searchQuery: "  ", categoryIds: [] }, false],
    [{ states: [1], hasBets: true }, false],
    [{ searchQuery: "бриг" }, true],
    [{ periods: [1850] }, true],
    [{ priceFrom: 0 }, true],
    [{ houseId: 3 }, true],
  ])("is for less than all lots: %o", (search, expected) => {
    expect(narrows(search)).toBe(expected);
  });

  it("has one address, whatever page, order or tab is shown", () => {
    const params = new URLSearchParams("page=3&search=бриг&sort=5&status=sold&cats=4,5");
    expect(pathOf("/lots", params)).toBe("/lots?cats=4%2C5&search=%D0%B1%D1%80%D0%B8%D0%B3");
    expect(pathOf("/auction-house/3/dom", new URLSearchParams())).toBe("/auction-house/3/dom");
  });

  it("is named by its words and filters", () => {
    const filter = readFilter(new URLSearchParams("search=бриг"));
    expect(nameOf(filter, [{ key: "cat4", label: "Живопись", without: {} }])).toBe("бриг, Живопись");
    expect(nameOf(readFilter(new URLSearchParams()), [])).toBe("");
  });
});
