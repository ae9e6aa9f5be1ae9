import { expect, it } from "vitest";
import { makeLot } from "@/testing/factories";
import { keepPlaces } from "./useKeptPlaces";

const lots = (...ids: number[]) => ids.map((id) => makeLot({ id }));
const ended =
  (...ids: number[]) =>
  (lot: { id: number }) =>
    ids.includes(lot.id);

it.each<[string, number[], number[], number[]]>([
  ["one that ended stays where it was", [1, 3, 4], [2], [1, 2, 3, 4]],
  ["one that left otherwise leaves", [1, 3, 4], [], [1, 3, 4]],
  ["one that came goes last", [5, 1, 2, 3, 4], [], [1, 2, 3, 4, 5]],
  ["another order moves nothing", [4, 3, 2, 1], [], [1, 2, 3, 4]],
  ["all have ended", [], [1, 2, 3, 4], [1, 2, 3, 4]],
])("%s", (_name, found, over, ids) => {
  const kept = keepPlaces(lots(1, 2, 3, 4), lots(...found), ended(...over));
  expect(kept.map(({ id }) => id)).toEqual(ids);
  expect(kept.filter(({ isBiddingOver }) => isBiddingOver).map(({ id }) => id)).toEqual(over);
});

it("shows what is found as it is now", () => {
  const [now] = keepPlaces(lots(1), [makeLot({ id: 1, betsCount: 99 })], ended(1));
  expect(now).toMatchObject({ betsCount: 99, isBiddingOver: false });
});
