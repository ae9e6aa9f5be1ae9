import { thousands } from "./format";

const UNITS = [
  [2 ** 30, "ГБ"],
  [2 ** 20, "МБ"],
  [2 ** 10, "КБ"],
  [1, "Б"],
] as const;

/** The size of a file: «1,2 ГБ», «640 КБ». */
export function fileSize(bytes: number): string {
  const [unit, name] = UNITS.find(([least]) => bytes >= least) ?? UNITS[3];
  const size = bytes / unit;
  const shown =
    size < 10 ? size.toFixed(1).replace(/\.0$/, "").replace(".", ",") : thousands(Math.round(size));
  return `${shown}\u00a0${name}`;
}
