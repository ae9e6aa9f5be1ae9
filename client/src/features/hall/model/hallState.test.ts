import { describe, expect, it } from "vitest";
import { at, makeHallLot, makeHallSale, makeLeadingBet } from "@/testing/factories";
import { updateOfHall } from "@/testing/lot";
import { CatalogState, LotState } from "@/trade/enums";
import { EMPTY_ROOM } from "@/trade/live/roomState";
import { comingLots, outcomeOf, sceneOf, totalsOf, withRoom, withUpdate } from "./hallState";

const lots = [1, 2, 3, 4].map((number) => makeHallLot({ id: number, catalogLotId: number }));
const [first, second, third] = lots as [(typeof lots)[0], (typeof lots)[0], (typeof lots)[0]];

describe("a lot in the hall", () => {
  it("takes what its room says, unless it knows better", () => {
    const news = updateOfHall(first, {
      version: 5,
      leadingBet: makeLeadingBet({ participant: null, paddle: "41" }),
      price: { start: 1000, value: 7000, reservePriceState: null, currency: 0 },
    });
    expect(withUpdate(first, news)).toMatchObject({
      value: 7000,
      paddle: "41",
      participant: null,
      version: 5,
    });
    expect(withUpdate({ ...first, version: 6 }, news).value).toBeNull();
    expect(withUpdate(first, undefined)).toBe(first);
  });

  it("has an outcome once it is over", () => {
    expect(outcomeOf(first)).toBeNull();
    expect(outcomeOf({ ...first, state: LotState.Sold })).toBe("sold");
    expect(outcomeOf({ ...first, state: LotState.Paid })).toBe("sold");
    expect(outcomeOf({ ...first, state: LotState.NotSold })).toBe("unsold");
  });
});

describe("the scene", () => {
  const sale = makeHallSale({ lots, state: CatalogState.Scheduled, currentLotId: null });

  it("follows the sale", () => {
    expect(sceneOf(sale)).toEqual({ name: "before" });
    expect(sceneOf({ ...sale, state: CatalogState.Temporary })).toEqual({ name: "before" });
    const running = { ...sale, state: CatalogState.InProcess, currentLotId: 2 };
    expect(sceneOf(running)).toEqual({ name: "lot", lot: second, block: second });
    expect(sceneOf({ ...running, state: CatalogState.WaitForEnd, currentLotId: null })).toEqual({
      name: "after",
      finished: false,
    });
    expect(sceneOf({ ...sale, state: CatalogState.Completed })).toEqual({ name: "after", finished: true });
    expect(sceneOf({ ...sale, state: CatalogState.Canceled })).toEqual({ name: "canceled" });
  });

  it("takes the newer of what was loaded and what the room says", () => {
    const room = {
      ...EMPTY_ROOM,
      catalog: {
        state: CatalogState.InProcess,
        currentLotId: 1,
        pausedAt: at(0),
        pauseReason: "Перерыв",
        version: 3,
      },
    };
    expect(withRoom(sale, room)).toMatchObject({ state: CatalogState.InProcess, pauseReason: "Перерыв" });
    expect(withRoom({ ...sale, version: 4 }, room).state).toBe(CatalogState.Scheduled);
  });
});

describe("the coming lots", () => {
  it("are those after the current one, then those passed over", () => {
    expect(comingLots(lots, second, 4).map(({ id }) => id)).toEqual([3, 4, 1]);
    expect(comingLots(lots, null, 2).map(({ id }) => id)).toEqual([1, 2]);
    const over = lots.map((lot) => ({ ...lot, isBiddingOver: lot.id !== 1 }));
    expect(comingLots(over, third, 4).map(({ id }) => id)).toEqual([1]);
    const joined = lots.map((lot) => (lot.id < 3 ? lot : { ...lot, together: [3, 4] }));
    expect(comingLots(joined, first, 4).map(({ id }) => id)).toEqual([2, 3]);
  });

  it("after the hammer on a choice are those that were not taken, while the one that was is shown", () => {
    const chosen = lots.map((lot) => (lot.id === 2 ? lot : { ...lot, together: [1, 3, 4], isChoice: true }));
    const on = (of: typeof lots) => {
      const running = { lots: of, state: CatalogState.InProcess, currentLotId: 1 };
      const scene = sceneOf(makeHallSale(running));
      return scene.name === "lot" ? [scene.lot.id, comingLots(of, scene.block, 4).map(({ id }) => id)] : null;
    };
    const open = chosen.map((lot) => (lot.id === 1 ? { ...lot, state: LotState.InProcess } : lot));
    expect(on(open)).toEqual([1, [2]]);
    const sold = { state: LotState.Sold, isBiddingOver: true, value: 500 };
    expect(on(chosen.map((lot) => (lot.id === 3 ? { ...lot, ...sold } : lot)))).toEqual([3, [1, 2, 4]]);
  });
});

describe("the totals", () => {
  it("count what was sold", () => {
    const sold = [
      { ...first, state: LotState.Sold, value: 5000 },
      { ...second, state: LotState.Paid, value: 9000 },
      { ...third, state: LotState.NotSold, value: 50_000 },
    ];
    expect(totalsOf(sold)).toEqual({ lots: 3, sold: 2, sum: 14_000, dearest: sold[1] });
    const shared = { ...third, state: LotState.Sold, together: [1, 3] };
    expect(totalsOf([...sold.slice(0, 2), shared])).toMatchObject({ sold: 3, sum: 14_000 });
    expect(totalsOf([])).toEqual({ lots: 0, sold: 0, sum: 0, dearest: null });
  });
});
