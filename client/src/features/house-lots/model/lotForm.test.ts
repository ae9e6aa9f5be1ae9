import { expect, it } from "vitest";
import { makeFullLot } from "@/testing/factories";
import { cellsBetween, faultsOf, valuesOf } from "./lotForm";

const lot = makeFullLot({ notes: "Без рамы", descriptionRu: "Холст" });

it("sends only what changed, with what was read", () => {
  const values = {
    ...valuesOf(lot),
    title: " Рассвет ",
    author: ["Н. Сабуров", "И. Юдин"],
    notes: "",
    start: "0",
  };
  expect(cellsBetween(lot, valuesOf(lot))).toEqual([]);
  expect(cellsBetween(lot, values)).toEqual([
    { field: "titleRu", was: "Рассвет на Волге", now: "Рассвет" },
    { field: "author", was: "Николай Сабуров", now: "Н. Сабуров; И. Юдин" },
    { field: "notes", was: "Без рамы", now: null },
    { field: "start", was: "120000", now: null },
  ]);
});

it("takes a reserve away with 0", () => {
  expect(cellsBetween(lot, { ...valuesOf(lot), reserve: "0" })).toEqual([
    { field: "reserve", was: null, now: null },
  ]);
});

it("finds an estimate whose ends are swapped", () => {
  expect(faultsOf({ ...valuesOf(lot), estimatedFrom: "200", estimatedTo: "100" })).toEqual({
    estimatedTo: "Меньше, чем «от»",
  });
  expect(faultsOf({ ...valuesOf(lot), title: " " })).toEqual({ title: "Укажите название лота" });
});
