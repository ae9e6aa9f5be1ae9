import { describe, expect, it } from "vitest";
import { price } from "@/lib/format";
import { makeLeadingBet, makeLot } from "@/testing/factories";
import { ReserveState } from "@/trade/enums";
import { fateOf, mayBeLifted } from "./desk";

type Reserve = (typeof ReserveState)[keyof typeof ReserveState];

const bet = makeLeadingBet({ value: 31_000, participant: 17 });
const lotOf = (extra: Parameters<typeof makeLot>[0] = {}, reserve: Reserve | null = null) => {
  const lot = makeLot({ id: 10, catalogLotId: 10, leadingBet: bet, ...extra });
  return {
    ...lot,
    price: { ...lot.price, value: lot.leadingBet?.value ?? null, reservePriceState: reserve },
  };
};
const after = [11, 12].map((id) => makeLot({ id, catalogLotId: id, leadingBet: null }));
const inHall = { ...bet, participant: null, paddle: "41" };
const sum = price(31_000);

describe("what the hammer would do to a lot", () => {
  const fate = (lot: ReturnType<typeof lotOf>, queued = after) => fateOf(lot, [lot, ...queued]);

  it.each([
    [bet, `Лот 10 будет продан участнику 17 за ${sum}.`],
    [inHall, `Лот 10 будет продан участнику 41 в зале за ${sum}.`],
    [{ ...bet, participant: null }, `Лот 10 будет продан в зале за ${sum}.`],
  ])("is a sale where the bet reaches the reserve", (leadingBet, text) => {
    expect(fate(lotOf({ leadingBet }))).toEqual({ text, isSold: true, isLast: false });
    expect(fate(lotOf({ leadingBet }, ReserveState.Achieved)).isSold).toBe(true);
  });

  it("is no sale without a bet, or below the reserve with a leader in the hall, who has no order", () => {
    expect(fate(lotOf({ leadingBet: null }))).toEqual({
      text: "Ставок нет. Лот 10 останется непроданным.",
      isSold: false,
      isLast: false,
    });
    for (const reserve of [ReserveState.NotAchieved, ReserveState.OneStep]) {
      expect(fate(lotOf({ leadingBet: inHall }, reserve))).toEqual({
        text: `Ставка ${sum} ниже резервной цены. Лот 10 останется непроданным.`,
        isSold: false,
        isLast: false,
      });
    }
  });

  it("is open below the reserve where the leader may have an order that reaches for it", () => {
    for (const reserve of [ReserveState.NotAchieved, ReserveState.OneStep]) {
      expect(fate(lotOf({}, reserve))).toEqual({
        text: `Ставка ${sum} ниже резервной цены. Если заочная ставка лидера доходит до резерва, лот 10 будет продан участнику 17 за резервную цену, если нет — останется непроданным.`,
        isSold: null,
        isLast: false,
      });
    }
  });

  it("says of lots that are sold as one what becomes of each", () => {
    const together = [10, 11, 12];
    const followers = after.map((lot) => ({ ...lot, together }));
    expect(fate(lotOf({ together }), followers)).toEqual({
      text: `Лоты 10, 11 и 12 будут проданы вместе участнику 17 за ${sum}.`,
      isSold: true,
      isLast: true,
    });
    expect(fate(lotOf({ together }, ReserveState.NotAchieved), followers)).toEqual({
      text: `Ставка ${sum} ниже резервной цены. Если заочная ставка лидера доходит до резерва, лоты 10, 11 и 12 будут проданы вместе участнику 17 за резервную цену, если нет — лот 10 останется непроданным, ставки отменятся, остальные лоты пойдут по одному.`,
      isSold: null,
      isLast: false,
    });
    expect(fate(lotOf({ together, leadingBet: inHall }, ReserveState.NotAchieved), followers)).toEqual({
      text: `Ставка ${sum} ниже резервной цены. Лот 10 останется непроданным, ставки отменятся, остальные лоты пойдут по одному.`,
      isSold: false,
      isLast: false,
    });
  });

  it("knows the last lot", () => {
    expect(fate(lotOf(), []).isLast).toBe(true);
  });
});

describe("a lot", () => {
  it.each([
    [true, "below its reserve, if its leader bets online", bet, ReserveState.NotAchieved],
    [false, "whose leader is in the hall", inHall, ReserveState.NotAchieved],
    [false, "without a bet", null, ReserveState.NotAchieved],
    [false, "that has reached its reserve", bet, ReserveState.Achieved],
    [false, "without a reserve", bet, null],
  ] as const)("may be lifted by an order: %s, %s", (may, _, leadingBet, reserve) => {
    expect(mayBeLifted(lotOf({ leadingBet }, reserve))).toBe(may);
  });
});
