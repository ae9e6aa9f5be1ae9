// An archive as a house prepares it: a table of lots and their photographs.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

const ART = join(import.meta.dirname, "..", "..", "demo", "art");
const PICTURES = ["river-dawn.webp", "sea-moon.webp", "river-dusk.webp"];

/** Rows of the table, with the faults of a person who types in haste. */
const FAULTS: Record<number, string> = { 7: "дорого", 21: "-5", 33: "" };

/** A ZIP of `count` lots. Three rows have no valid start price: lots 7, 21 and 33. */
export async function archive(count: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const price = FAULTS[number] ?? String(number * 1_000);
    return [
      number,
      `Этюд ${number}`,
      "Николай Сабуров",
      price,
      `${number * 1_000}–${number * 2_000}`,
      "10.1",
    ];
  });
  const table = [["№", "Название", "Автор", "Стартовая цена", "Эстимейт", "Категория"], ...rows];
  const files: Record<string, Uint8Array> = {
    "lots.csv": strToU8(`\uFEFF${table.map((row) => row.join(";")).join("\r\n")}`),
  };
  const pictures = await Promise.all(PICTURES.map((name) => readFile(join(ART, name))));
  for (let number = 1; number <= count; number++)
    files[`${number}.webp`] = pictures[number % pictures.length] as Buffer;
  return {
    name: "Осенние торги.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(zipSync(files, { level: 0 })),
  };
}
