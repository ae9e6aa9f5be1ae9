import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { LotShort } from "@/lib/api/types";
import { makeLot } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { LotCard } from "./LotCard";

const { price } = makeLot();

it.each<[string, Partial<LotShort>, boolean]>([
  ["a price", {}, true],
  ["an estimate", { price: { ...price, value: null }, betsCount: 0 }, false],
  ["a price without a commission", { commission: 0 }, false],
  ["a lot that goes with another", { catalogLotId: 13, together: [12, 13] }, false],
])("%s stands with the all-in sum: %o, %s", (_name, extra, stands) => {
  renderPart(<LotCard lot={makeLot(extra)} />);
  expect(screen.getByRole("article")).toBeVisible();
  expect(screen.queryAllByText("с комиссией 211 600 ₽")).toHaveLength(stands ? 1 : 0);
});
