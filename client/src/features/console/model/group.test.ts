import { expect, it } from "vitest";
import { makeFullLot, makeLeadingBet } from "@/testing/factories";
import { joinable } from "./group";

const lot = (catalogLotId: number, extra: Parameters<typeof makeFullLot>[0] = {}) =>
  makeFullLot({ id: catalogLotId, catalogLotId, leadingBet: null, isBiddingOver: false, ...extra });
const current = lot(9);

it.each([
  ["10", "Торги по лоту 10 окончены"],
  ["10, 11, 14", "Торги по лотам 10 и 11 окончены"],
  ["12", "На лот 12 уже сделана ставка"],
  ["12, 13", "На лоты 12 и 13 уже сделаны ставки"],
  ["99", "Такого лота нет: 99"],
])("says why %s are not joined", (typed, why) => {
  const lots = [
    current,
    lot(10, { isBiddingOver: true }),
    lot(11, { isBiddingOver: true }),
    lot(12, { leadingBet: makeLeadingBet() }),
    lot(13, { leadingBet: makeLeadingBet() }),
    lot(14),
  ];
  expect(joinable(typed, lots, current)).toBe(why);
});
