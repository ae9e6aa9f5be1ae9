import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { HouseListed } from "@/lib/api/types";
import { makeHouse } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { CatalogType } from "@/trade/enums";
import { HouseGrid } from "./HouseGrid";

const house = (extra: Partial<HouseListed>): HouseListed => ({
  ...makeHouse(),
  address: "Псков, Кремль, 4",
  catalogTypes: [CatalogType.Classic, CatalogType.PostAuction],
  runningCount: 0,
  plannedCount: 0,
  offeredCount: 0,
  ...extra,
});

it.each<[Partial<HouseListed>, string]>([
  [{ runningCount: 1, plannedCount: 2, offeredCount: 140 }, "1 аукцион идёт, 2 скоро · 140 лотов в продаже"],
  [{ runningCount: 2 }, "2 аукциона идут"],
  [{ plannedCount: 5, offeredCount: 1 }, "5 аукционов скоро · 1 лот в продаже"],
  [{}, "Сейчас торгов нет"],
])("%o: %s", (extra, told) => {
  renderPart(<HouseGrid houses={[house(extra)]} />);
  expect(screen.getByText(told)).toBeVisible();
  expect(screen.getByText("Псков · классические аукционы · ПостАукцион")).toBeVisible();
  expect(screen.getByText("СГ")).toBeVisible();
});
