import { saveFile } from "@/lib/saveFile";

export type Cell = string | number | null;

/** A cell that a spreadsheet reads as text or a number, never as a formula. */
function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell).replace(".", ",");
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[";\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV that Excel with Russian settings opens by a double click: semicolons, and a mark of UTF-8. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(";")).join("\r\n")}\r\n`;
}

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Hands a file to the browser's downloads. */
export const download = (name: string, content: BlobPart, type: string): void =>
  saveFile(name, new Blob([content], { type }));
