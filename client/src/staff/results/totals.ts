import type { LotBidder, LotResult, SaleResults } from "@/lib/api/types";
import { thousands } from "@/lib/format";
import { LotState } from "@/trade/enums";
import { withCommission } from "@/trade/rules/commission";

export const isSold = ({ state }: LotResult) => state === LotState.Sold || state === LotState.Paid;
export const isPaid = ({ state }: LotResult) => state === LotState.Paid;
/** Sold, and the money has not come yet. */
export const isOwed = ({ state }: LotResult) => state === LotState.Sold;
export const isUnsold = ({ state }: LotResult) => state === LotState.NotSold;
const isOver = (lot: LotResult) => isSold(lot) || isUnsold(lot);

const sum = (lots: readonly LotResult[]) =>
  lots.reduce((total, { leader }) => total + (leader?.value ?? 0), 0);

export interface Totals {
  offered: number;
  sold: number;
  /** Hammer prices of the sold lots. */
  amount: number;
  /** Lots whose bidding has ended, sold or not. */
  over: number;
  /** Per cent of the lots that are over, so that a running sale is not counted down by lots to come. */
  share: number;
  /** How far the sold lots with an estimate went above its lower end, per cent; null if there is none. */
  aboveEstimate: number | null;
  /** What the buyers pay on top, rounded for each lot as on its bill. */
  commission: number;
  paid: number;
  paidAmount: number;
  unsold: number;
}

export function totalsOf({ lots, commission }: SaleResults): Totals {
  const offered = lots.filter(({ hidden }) => !hidden);
  const sold = offered.filter(isSold);
  const paid = sold.filter(isPaid);
  const amount = sum(sold);
  const estimated = sold.filter(({ estimatedFrom }) => (estimatedFrom ?? 0) > 0);
  const unsold = offered.filter(isUnsold).length;
  const over = sold.length + unsold;
  const low = estimated.reduce((total, { estimatedFrom }) => total + (estimatedFrom ?? 0), 0);
  return {
    offered: offered.length,
    sold: sold.length,
    amount,
    over,
    share: over === 0 ? 0 : Math.round((sold.length * 100) / over),
    aboveEstimate: low === 0 ? null : Math.round(((sum(estimated) - low) * 100) / low),
    commission: sold.reduce(
      (total, { leader }) => total + withCommission(leader?.value ?? 0, commission) - (leader?.value ?? 0),
      0,
    ),
    paid: paid.length,
    paidAmount: sum(paid),
    unsold,
  };
}

export interface Band {
  label: string;
  offered: number;
  /** Lots whose bidding has ended, sold or not. */
  over: number;
  sold: number;
  amount: number;
}

const BOUNDS = [50_000, 150_000, 500_000, 1_000_000] as const;

/** Sell-through by what the house expected: the lower estimate, or the start price without one. Empty bands are left out. */
export function bandsOf({ lots }: SaleResults): Band[] {
  const bands: Band[] = [...BOUNDS, null].map((upper, at) => {
    const lower = BOUNDS[at - 1];
    const label =
      lower === undefined
        ? `до ${thousands(BOUNDS[0])}`
        : upper === null
          ? `свыше ${thousands(lower)}`
          : `${thousands(lower)} – ${thousands(upper)}`;
    return { label, offered: 0, over: 0, sold: 0, amount: 0 };
  });
  for (const lot of lots) {
    if (lot.hidden) continue;
    const expected = lot.estimatedFrom ?? lot.start;
    const at = BOUNDS.findIndex((upper) => expected < upper);
    const band = bands[at === -1 ? BOUNDS.length : at];
    if (!band) continue;
    band.offered += 1;
    if (isOver(lot)) band.over += 1;
    if (isSold(lot)) {
      band.sold += 1;
      band.amount += lot.leader?.value ?? 0;
    }
  }
  return bands.filter(({ offered }) => offered > 0);
}

/** «участник 58», «зал, участник 27», «зал». */
export function bidderNumber({ participant, paddle }: LotBidder): string {
  if (participant !== null) return `участник ${participant}`;
  return paddle ? `зал, участник ${paddle}` : "зал";
}
