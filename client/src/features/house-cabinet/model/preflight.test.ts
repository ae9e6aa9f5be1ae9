import { describe, expect, it } from "vitest";
import { at, DAY, HOUR, makeFullCatalog, makeFullHouse, NOW } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { CatalogType } from "@/trade/enums";
import { type Checked, mendUrl, preflight, stepFaults } from "./preflight";

const picture = { id: "p", preview: "/p", icon: "/i", full: "/f", width: 4, height: 5, alt: null };
const lot = (n: number, extra: Parameters<typeof makeGridLot>[0] = {}) =>
  makeGridLot({ id: n, catalogLotId: n, img: picture, ...extra });

function check(extra: Partial<Checked> = {}) {
  return preflight({
    catalog: makeFullCatalog({
      startDate: at(DAY),
      isAutoStart: false,
      auctioneers: [{ userId: 4, displayName: "Елена Мирская" }],
      stepsTable: [
        { start: 0, step: 200 },
        { start: 5000, step: 500 },
      ],
    }),
    house: makeFullHouse({ paymentAndDelivery: { commission: 15, text: "<p>Счёт и карта</p>" } }),
    lots: [lot(1), lot(2)],
    invited: 0,
    now: NOW,
    ...extra,
  });
}

const sale = { id: 17, houseId: 3 };
const bad = (findings: ReturnType<typeof check>) => findings.filter(({ tone }) => tone !== "ok");

describe("the check before a sale", () => {
  it("finds nothing in a sale that is ready", () => {
    expect(bad(check())).toEqual([]);
  });

  it.each([
    ["no picture", [lot(1, { img: null })], "pictures", "bad", "pictures"],
    ["no price", [lot(1, { price: { ...lot(1).price, start: 0 } })], "prices", "bad", "start"],
    ["no category", [lot(1, { categoryId: null })], "categories", "bad", "categoryId"],
    [
      "a reserve above the estimate",
      [lot(1, { price: { ...lot(1).price, hasReserve: true, reserveAboveEstimate: true } })],
      "reserve-above",
      "warn",
      "reserve",
    ],
    [
      "a reserve below the start",
      [lot(1, { price: { ...lot(1).price, hasReserve: true, reserveBelowStart: true } })],
      "reserve-below",
      "warn",
      "reserve",
    ],
  ])("%s", (_what, lots, id, tone, field) => {
    const [finding, ...others] = bad(check({ lots }));
    expect(finding).toMatchObject({ id, tone, mend: { place: "lot", field } });
    expect(finding && mendUrl(finding, sale)).toBe(`/house-account/3/lots/1?field=${field}`);
    expect(others).toEqual([]);
  });

  it("leads from a sale without lots to the table of lots", () => {
    const [finding] = bad(check({ lots: [] }));
    expect(finding).toMatchObject({ id: "lots", tone: "bad" });
    expect(finding && mendUrl(finding, sale)).toBe("/house-account/3/lots?catalog=17");
  });

  it("says that an invited auctioneer has not accepted", () => {
    const catalog = makeFullCatalog({ startDate: at(DAY), isAutoStart: false, auctioneers: [] });
    const finding = check({ catalog, invited: 1 }).find(({ id }) => id === "auctioneer");
    expect(finding).toMatchObject({ tone: "bad", note: expect.stringContaining("ещё не принято: 1") });
    expect(check({ invited: 2 }).find(({ id }) => id === "auctioneer")).toMatchObject({
      tone: "ok",
      note: "Ещё не приняли приглашение: 2",
    });
  });

  it("leaves hidden lots out", () => {
    expect(bad(check({ lots: [lot(1), lot(2, { hidden: true, img: null })] }))).toEqual([]);
  });

  it("says that reserves are in order only where there are any", () => {
    const of = (hasReserve: boolean) =>
      check({ lots: [lot(1, { price: { ...lot(1).price, hasReserve } })] }).find(
        ({ id }) => id === "reserves",
      );
    expect(of(true)?.title).toBe("Резервы не ниже старта и не выше эстимейта");
    expect(of(false)?.title).toBe("Резервов нет");
  });

  it("wants an end of a parallel sale, and an auctioneer of one that a person conducts", () => {
    const parallel = makeFullCatalog({
      catalogType: CatalogType.Parallel,
      startDate: at(DAY),
      endDate: null,
    });
    expect(bad(check({ catalog: parallel })).map(({ id }) => id)).toEqual(["end"]);
    const classic = makeFullCatalog({
      startDate: at(DAY),
      isAutoStart: false,
      auctioneers: [],
      stepsTable: [{ start: 0, step: 10 }],
    });
    expect(bad(check({ catalog: classic })).map(({ id }) => id)).toEqual(["auctioneer"]);
  });

  it.each([
    ["a start", { startDate: at(-HOUR) }, ["start-past"]],
    [
      "an end, without which the sale cannot start,",
      { catalogType: CatalogType.Parallel, startDate: at(-3 * HOUR), endDate: at(-HOUR) },
      ["end-past", "start-past"],
    ],
  ])("does not approve %s that has passed", (_what, extra, ids) => {
    const catalog = makeFullCatalog({
      isAutoStart: false,
      auctioneers: [{ userId: 4, displayName: "Елена Мирская" }],
      stepsTable: [{ start: 0, step: 10 }],
      ...extra,
    });
    const found = check({ catalog });
    expect(bad(found).map(({ id }) => id)).toEqual(ids);
    expect(found.map(({ id }) => id)).not.toContain("times");
  });

  it("wants the terms of payment", () => {
    const house = makeFullHouse({ paymentAndDelivery: { commission: 15, text: "<p> </p>" } });
    const [finding] = bad(check({ house }));
    expect(finding?.id).toBe("payment");
    expect(finding && mendUrl(finding, sale)).toBe("/house-account/3/profile?field=terms");
  });

  it("leads to the date, the commission and the auctioneer of the catalog", () => {
    const catalog = makeFullCatalog({
      startDate: null,
      commission: 0,
      isAutoStart: false,
      auctioneers: [],
      stepsTable: [],
    });
    expect(bad(check({ catalog })).map((finding) => mendUrl(finding, sale))).toEqual(
      ["auctioneer", "startDate", "steps", "commission"].map(
        (field) => `/house-account/3/catalogs/17?field=${field}`,
      ),
    );
  });
});

describe("a step table", () => {
  it.each([
    [
      "is in order",
      [
        { start: 0, step: 200 },
        { start: 5000, step: 500 },
      ],
      100,
      0,
    ],
    ["starts too late", [{ start: 1000, step: 100 }], 500, 1],
    [
      "falls",
      [
        { start: 0, step: 500 },
        { start: 5000, step: 200 },
      ],
      0,
      1,
    ],
    [
      "misses its next row",
      [
        { start: 0, step: 300 },
        { start: 1000, step: 500 },
      ],
      0,
      1,
    ],
    [
      "is not in order",
      [
        { start: 500, step: 10 },
        { start: 200, step: 20 },
      ],
      500,
      1,
    ],
    ["is empty", [], 0, 1],
  ])("%s", (_what, table, lowest, faults) => {
    expect(stepFaults(table, lowest)).toHaveLength(faults);
  });
});
