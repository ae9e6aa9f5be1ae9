import { describe, expect, it } from "vitest";
import { makeLeadingBet, makeLot } from "@/testing/factories";
import { LotState } from "@/trade/enums";
import { outcomeText } from "./outcome";

const sold = { state: LotState.Sold, isBiddingOver: true } as const;
const plain = (text: string | null) => text?.replace(/\u00a0/g, " ") ?? null;

describe("the sentence after the hammer", () => {
  it.each([
    ["in trade", makeLot(), null],
    ["sold online", makeLot(sold), "Продан участнику 217 за 184 000 ₽"],
    [
      "paid by the viewer",
      makeLot({ ...sold, state: LotState.Paid, myParticipant: 217 }),
      "Ваша ставка победила",
    ],
    [
      "sold to a paddle",
      makeLot({ ...sold, leadingBet: makeLeadingBet({ participant: null, paddle: "41" }) }),
      "Продан участнику 41 в зале за 184 000 ₽",
    ],
    [
      "sold in the hall",
      makeLot({ ...sold, leadingBet: makeLeadingBet({ participant: null }) }),
      "Продан в зале за 184 000 ₽",
    ],
    ["sold from a gallery", makeLot({ ...sold, leadingBet: null }), "Продан за 184 000 ₽"],
    ["not sold", makeLot({ state: LotState.NotSold, isBiddingOver: true }), "Не продан"],
    ["over without an outcome", makeLot({ isBiddingOver: true }), "Торги завершены"],
  ])("%s", (_name, lot, text) => {
    expect(plain(outcomeText(lot, true))).toBe(text);
  });

  it("calls no visitor the winner", () => {
    expect(plain(outcomeText(makeLot({ ...sold, myParticipant: 217 }), false))).toBe(
      "Продан участнику 217 за 184 000 ₽",
    );
  });
});
