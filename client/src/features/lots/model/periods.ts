/** The half centuries that are counted, by their first years. */
export const ALL_PERIODS = Array.from({ length: 8 }, (_, place) => 1650 + 50 * place);

const CENTURIES = ["XVIII", "XIX", "XX", "XXI"];

/** The half century that begins in a year, as the server counts them: 1650 stands for everything before 1700. */
export function periodLabel(from: number): string {
  const century = CENTURIES[Math.floor(from / 100) - 17];
  if (!century) return "До XVIII века";
  return `${from % 100 === 0 ? "Первая" : "Вторая"} половина ${century} века`;
}
