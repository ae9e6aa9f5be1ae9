import type { LotShort, MyBet } from "@/lib/api/types";
import { isLeader, limitStands } from "@/trade/rules/position";
import { isSold } from "@/trade/rules/trading";

export type BetGroup = "outbid" | "leading" | "limit" | "won" | "over";

/** Groups that need an action come first. */
export const GROUPS: readonly { group: BetGroup; title: string; tab: string }[] = [
  { group: "outbid", title: "Ваша ставка перебита", tab: "Перебиты" },
  { group: "leading", title: "Вы лидируете", tab: "Лидирую" },
  { group: "limit", title: "Лимит ждёт торга", tab: "Лимиты" },
  { group: "won", title: "Выиграно", tab: "Выиграны" },
  { group: "over", title: "Торги завершены", tab: "Завершены" },
];

/** The group of a lot the viewer bet on or left a limit for, by its newest state. */
function groupOf(lot: LotShort, limit: number | null): BetGroup {
  const mine = isLeader(lot);
  if (mine && isSold(lot)) return "won";
  if (lot.isBiddingOver || isSold(lot)) return "over";
  if (mine) return "leading";
  return limitStands(lot, limit) ? "limit" : "outbid";
}

export interface GroupedBet {
  mine: MyBet;
  lot: LotShort;
}

export function grouped(bets: readonly GroupedBet[]): Map<BetGroup, GroupedBet[]> {
  const groups = new Map<BetGroup, GroupedBet[]>();
  for (const bet of bets) {
    const group = groupOf(bet.lot, bet.mine.absentee);
    groups.set(group, [...(groups.get(group) ?? []), bet]);
  }
  return groups;
}
