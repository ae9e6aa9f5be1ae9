import type { EveningLot, EveningSale, LotShort } from "@/lib/api/types";
import { CatalogType, LotState } from "@/trade/enums";
import { withCommission } from "@/trade/rules/commission";
import { isLeader, limitStands } from "./position";
import { isRunning, isSold } from "./trading";

/** The viewer's position on a lot of their evening. */
export type EveningStand = "won" | "over" | "leading" | "limit" | "outbid" | "watched";

export function standOf({ lot, bet, absentee }: EveningLot): EveningStand {
  if (isSold(lot) && isLeader(lot)) return "won";
  if (lot.isBiddingOver || isSold(lot)) return "over";
  if (isLeader(lot)) return "leading";
  if (limitStands(lot, absentee)) return "limit";
  return bet !== null || absentee !== null ? "outbid" : "watched";
}

/** When a lot comes under the hammer, by the sale's measured pace; null while it has none, and outside a running classic sale. */
export function comesAt(
  mine: Pick<EveningLot, "ahead">,
  sale: Pick<EveningSale, "catalog" | "secondsPerLot">,
  now: number,
): number | null {
  if (mine.ahead === null || sale.secondsPerLot === null || !isRunning(sale.catalog.state)) return null;
  return now + mine.ahead * sale.secondsPerLot * 1000;
}

/** Notices come this many lots ahead. */
const LOTS_AHEAD = 3;

/** Whether a lot is about to come up in the room: three lots ahead at most, and not yet under the hammer. */
export const isNear = ({ lot, ahead }: EveningLot): boolean =>
  ahead !== null &&
  ahead > 0 &&
  ahead <= LOTS_AHEAD &&
  isRunning(lot.catalogState) &&
  lot.catalogType === CatalogType.Classic;

/** A part of the evening: the lots of one sale that are still to come. */
export interface EveningGroup {
  sale: EveningSale;
  lots: EveningLot[];
}

export interface EveningPlan {
  /** Running sales, ordered by when the viewer's next lot comes up, then sales that start later. */
  ahead: EveningGroup[];
  /** The lots that are over, the last one first. */
  past: EveningLot[];
}

const isPast = ({ lot }: EveningLot) => lot.isBiddingOver || isSold(lot);

/** Assumed seconds per lot in a sale without a measured pace. */
const USUAL_PACE_S = 60;

/** Orders lots of one sale type: in halls by their pace, by the clock otherwise. */
function turnOf({ ahead, lot }: EveningLot, { secondsPerLot }: EveningSale): number {
  if (ahead !== null) return ahead * (secondsPerLot ?? USUAL_PACE_S);
  return Date.parse(lot.endTradeTime ?? "") || Number.MAX_SAFE_INTEGER;
}

/** The lots that are still to come: under the hammer now, then what closes by the clock, then what starts later. */
export function comingOf(
  sales: readonly EveningSale[],
  lots: readonly EveningLot[],
): { mine: EveningLot; sale: EveningSale }[] {
  const start = ({ catalog }: EveningSale) =>
    isRunning(catalog.state) ? 0 : Date.parse(catalog.startDate ?? "") || Number.MAX_SAFE_INTEGER;
  return sales
    .flatMap((sale) =>
      lots
        .filter((mine) => mine.lot.catalogId === sale.catalog.id && !isPast(mine))
        .map((mine) => ({ mine, sale })),
    )
    .sort(
      (a, b) =>
        start(a.sale) - start(b.sale) ||
        a.sale.catalog.catalogType - b.sale.catalog.catalogType ||
        turnOf(a.mine, a.sale) - turnOf(b.mine, b.sale) ||
        (a.mine.lot.catalogLotId ?? 0) - (b.mine.lot.catalogLotId ?? 0),
    );
}

export function planOf(sales: readonly EveningSale[], lots: readonly EveningLot[]): EveningPlan {
  const groups = new Map<EveningSale, EveningLot[]>();
  for (const { mine, sale } of comingOf(sales, lots)) {
    const group = groups.get(sale);
    if (group) group.push(mine);
    else groups.set(sale, [mine]);
  }
  return {
    ahead: [...groups].map(([sale, own]) => ({ sale, lots: own })),
    past: lots
      .filter(isPast)
      .sort((a, b) => Date.parse(b.lot.endTradeTime ?? "") - Date.parse(a.lot.endTradeTime ?? "")),
  };
}

/** The money of an evening in one currency, all with commission. */
export interface EveningMoney {
  currency: number;
  spent: number;
  /** Won lots. */
  lots: number;
  /** What leading bets and standing limits may still cost. */
  held: number;
  /** Cost if every lot is won, open ones at their minimum bet. */
  all: number;
  /** Number of open lots. */
  others: number;
}

const paid = (lot: LotShort, sum: number) => withCommission(sum, lot.commission);

/** What the evening has cost and may cost, by currency: nothing here may be converted. */
export function moneyOf(lots: readonly EveningLot[]): EveningMoney[] {
  const sums = new Map<number, EveningMoney>();
  for (const mine of lots) {
    const { lot, absentee } = mine;
    const { currency, value, minBet } = lot.price;
    const sum = sums.get(currency) ?? { currency, spent: 0, lots: 0, held: 0, all: 0, others: 0 };
    sums.set(currency, sum);
    const stand = standOf(mine);
    if (stand === "won") {
      sum.spent += paid(lot, value ?? 0);
      sum.lots += 1;
    } else if (stand === "leading" || stand === "limit") {
      const limit = limitStands(lot, absentee) ? absentee : 0;
      sum.held += paid(lot, Math.max(limit, stand === "leading" ? (value ?? 0) : 0));
    } else if (stand !== "over" && lot.state !== LotState.NotSold) {
      sum.all += paid(lot, minBet);
      sum.others += 1;
    }
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, all: sum.all + sum.spent + sum.held }))
    .filter(({ all }) => all > 0)
    .sort((a, b) => a.currency - b.currency);
}
