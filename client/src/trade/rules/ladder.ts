/**
 * The ladder of bets: which amounts may follow a price. Mirrors «Step and minimum bet» of docs/rules.md, so that the
 * buttons of a lot follow its price at once; the server decides all the same.
 */
export interface StepRow {
  start: number;
  step: number;
}

export interface Ladder {
  /** Ten per cent of the price, instead of a step from the table. */
  percent: boolean;
  table: readonly StepRow[];
}

export const DEFAULT_STEPS: readonly StepRow[] = [
  { start: 0, step: 5 },
  { start: 50, step: 10 },
  { start: 200, step: 20 },
  { start: 500, step: 50 },
  { start: 1000, step: 100 },
  { start: 2000, step: 200 },
  { start: 5000, step: 500 },
  { start: 10000, step: 1000 },
  { start: 20000, step: 2000 },
  { start: 50000, step: 5000 },
];

const PARALLEL = 1;
const BY_CATALOG_TYPE = 0;
const TEN_PERCENT = 2;

/** Offered to a bidder: 50 amounts, 20 to one who leaves an absentee bet where steps are per cents. */
const OPTIONS = 50;
const ABSENTEE_OPTIONS_IN_PERCENT = 20;

export function ladderOf(
  catalog: { catalogType: number; calculationType: number; stepsTable?: readonly StepRow[] | null },
  houseSteps?: readonly StepRow[] | null,
): Ladder {
  return {
    percent:
      catalog.calculationType === TEN_PERCENT ||
      (catalog.catalogType === PARALLEL && catalog.calculationType === BY_CATALOG_TYPE),
    table: catalog.stepsTable ?? houseSteps ?? DEFAULT_STEPS,
  };
}

function rowAt(table: readonly StepRow[], price: number): StepRow | undefined {
  return table.findLast((row) => row.start <= price);
}

/** The step at a price; where the table does not reach down to it, the default table answers. */
export function stepAt(table: readonly StepRow[], price: number): number {
  return (rowAt(table, price) ?? rowAt(DEFAULT_STEPS, price))?.step ?? 0;
}

const ceil10 = (value: number) => Math.ceil(value / 10) * 10;

/** The least bet that may follow a leading bet of this value. */
export function after(ladder: Ladder, price: number): number {
  // Whole numbers only: 1.1 is no number a double holds exactly.
  return ladder.percent ? ceil10(Math.ceil((price * 11) / 10)) : ceil10(price + stepAt(ladder.table, price));
}

/** The least bet on a lot. */
export function minimumBet(ladder: Ladder, start: number, leading: number | null): number {
  return leading === null ? Math.max(10, ceil10(start)) : after(ladder, leading);
}

/** The amounts offered, from the minimum on. */
export function betOptions(ladder: Ladder, minimum: number, absentee = false): number[] {
  const options = [minimum];
  const count = absentee && ladder.percent ? ABSENTEE_OPTIONS_IN_PERCENT : OPTIONS;
  while (options.length < count) options.push(after(ladder, options[options.length - 1] as number));
  return options;
}
