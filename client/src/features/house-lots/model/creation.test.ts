import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/lib/api/errors";
import type { CatalogShort } from "@/lib/api/types";
import { makeCatalog } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { CatalogState, CatalogType } from "@/trade/enums";
import { createdMeanwhile, isInDoubt, refusalOf, stopsOthers } from "./creation";
import { blankLot } from "./newRows";
import { openlyCreated } from "./published";

const refusal = (status: number) => new ApiError(status, "refused", "Нельзя");

describe("a creation that failed", () => {
  it.each([
    ["no answer", new NetworkError("fetch failed"), true, true],
    ["an answer that is cut off", new SyntaxError("Unexpected end of JSON input"), true, true],
    ["500", refusal(500), true, true],
    ["503", refusal(503), true, true],
    ["504", refusal(504), true, true],
    ["422", refusal(422), false, false],
    ["409", refusal(409), false, false],
    ["401", refusal(401), false, true],
    ["an action not proved", new DOMException("not proved", "AbortError"), false, true],
  ])("may have made a lot, or keeps other rows from being sent: %s", (_what, error, doubt, stops) => {
    expect([isInDoubt(error), stopsOthers(error)]).toEqual([doubt, stops]);
  });

  it("is explained at the cell that the server names, or at the title", () => {
    expect(refusalOf(new ApiError(422, "", "Неверно", null, { "price.start": ["Мало"] }))).toEqual({
      field: "start",
      message: "Мало",
    });
    expect(refusalOf(refusal(409))).toEqual({ field: "titleRu", message: "Нельзя" });
  });
});

describe("the lot of a creation whose answer was lost", () => {
  const start = (value: number) => ({ ...makeGridLot().price, start: value });
  const sent = { ...blankLot(-1, 10, 1), titleRu: "Этюд  с натуры", price: start(500) };
  const twin = { titleRu: "Этюд с натуры", price: start(500) };
  const found = (
    now: ReturnType<typeof makeGridLot>[],
    number: number | null = null,
    others: number[] = [],
  ) =>
    createdMeanwhile(
      { sent: { ...sent, catalogLotId: number }, before: [makeGridLot({ ...twin, id: 5 })] },
      now,
      new Set(others),
    )?.id;

  it("is one that was not there before and is not another row's", () => {
    expect(found([makeGridLot({ ...twin, id: 5 }), makeGridLot({ ...twin, id: 8 })])).toBe(8);
    expect(found([makeGridLot({ ...twin, id: 5 })])).toBeUndefined();
    expect(found([makeGridLot({ ...twin, id: 8 })], null, [8])).toBeUndefined();
  });

  it("has the same title and start price, and the same number if one was given", () => {
    expect(found([makeGridLot({ ...twin, id: 8, titleRu: "Этюд" })])).toBeUndefined();
    expect(found([makeGridLot({ ...twin, id: 8, price: start(600) })])).toBeUndefined();
    expect(found([makeGridLot({ ...twin, id: 8, catalogLotId: 12 })], 12)).toBe(8);
    expect(found([makeGridLot({ ...twin, id: 8, catalogLotId: 12 })], 13)).toBeUndefined();
  });
});

it("says before lots are created whether others see them at once and may bid", () => {
  const seen = "Каталог опубликован: новые лоты сразу увидят все, ещё без фотографий.";
  const opens = "Торги уже идут: новые лоты сразу откроются для ставок.";
  const of = (state: CatalogShort["state"], catalogType: CatalogShort["catalogType"], hidden = false) =>
    openlyCreated(makeCatalog({ state, catalogType, hidden }));
  expect(openlyCreated(null)).toBeNull();
  expect(of(CatalogState.Temporary, CatalogType.Parallel)).toBeNull();
  expect(of(CatalogState.Scheduled, CatalogType.Parallel)).toBe(seen);
  expect(of(CatalogState.InProcess, CatalogType.Classic)).toBe(seen);
  expect(of(CatalogState.InProcess, CatalogType.Parallel)).toBe(`${seen} ${opens}`);
  expect(of(CatalogState.InProcess, CatalogType.Parallel, true)).toBe(opens);
  expect(of(CatalogState.Scheduled, CatalogType.Parallel, true)).toBeNull();
});
