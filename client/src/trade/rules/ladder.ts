/**
 * The ladder of bets: the amounts that may follow a price. Mirrors domain/src/steps.rs, so that a lot's buttons
 * follow its price at once. The server still decides.
 */
export interface StepRow {
  start: number;
  step: number;
}

export interface Ladder {
  /** A step of ten per cent of the price instead of one from the table. */
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

/** The number of amounts offered; fewer for absentee bets where steps are per cents. */
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

/** The step at a price. The default table covers prices below the first row. */
export function stepAt(table: readonly StepRow[], price: number): number {
  return (rowAt(table, price) ?? rowAt(DEFAULT_STEPS, price))?.step ?? 0;
}

const ceil10 = (value: number) => Math.ceil(value / 10) * 10;

/** The lowest bet that may follow a leading bet of this value. */
function after(ladder: Ladder, price: number): number {
  // Integers only: a double cannot hold 1.1 exactly.
  return ladder.percent ? ceil10(Math.ceil((price * 11) / 10)) : ceil10(price + stepAt(ladder.table, price));
}

/** The lowest bet on a lot. */
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
