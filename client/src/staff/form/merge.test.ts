import { expect, it } from "vitest";
import { differing, merge } from "./merge";

const base = { title: "Весна", commission: 15, steps: [{ start: 0, step: 10 }] };

it("keeps both people's changes of different fields", () => {
  const merged = merge(base, { ...base, commission: 18 }, { ...base, title: "Весна. Графика" });
  expect(merged.values).toEqual({ ...base, title: "Весна. Графика", commission: 18 });
  expect(merged.changed).toEqual(["commission"]);
  expect(merged.clashes).toEqual([]);
});

it("names a field that both changed, unless both made the same of it", () => {
  const steps = [{ start: 0, step: 50 }];
  const merged = merge(base, { ...base, title: "Лето", steps }, { ...base, title: "Осень", steps });
  expect(merged.clashes).toEqual([{ field: "title", stored: "Лето", mine: "Осень" }]);
  expect(merged.values.title).toBe("Осень");
});

it("shows long texts where they differ", () => {
  const same = "а".repeat(300);
  expect(differing("один", "два")).toEqual(["один", "два"]);
  expect(differing(`${same}один${same}`, `${same}два${same}`)).toEqual([
    `…${"а".repeat(40)}один${"а".repeat(40)}…`,
    `…${"а".repeat(40)}два${"а".repeat(40)}…`,
  ]);
  const [short, long] = differing("", "б".repeat(1000));
  expect([short, long]).toEqual(["", `${"б".repeat(240)}…`]);
});
