/**
 * Cuts the fonts of the first screen out of the whole ones, which a page loads only for rarer characters:
 *
 *     npm run fonts
 *
 * writes each file of `src/app/theme/fonts/` that fonts.css names, with the characters of its unicode-range.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const THEME = new URL("../src/app/theme/", import.meta.url);
const MODULES = new URL("../node_modules/", import.meta.url);
/** Headings and sums are 600; bolder text is drawn with 600 as well, for a heavier master would weigh 4 KB a file. */
const WEIGHTS = { wght: { min: 400, max: 600 } };
/** What the pages use. Small capitals, fractions and old-style figures would double the letters. */
const FEATURES = ["ccmp", "kern", "liga", "lnum", "mark", "tnum"];

const golos = (subset: string) =>
  `@fontsource-variable/golos-text/files/golos-text-${subset}-wght-normal.woff2`;
const cormorant = (subset: string, style: string) =>
  `@fontsource/cormorant/files/cormorant-${subset}-${style}.woff2`;

/** The whole font that each name is cut out of. */
function sourceOf(name: string): string {
  const [, family, part, style = ""] = /^(golos-text|cormorant)-([a-z]+)-?(.*)$/.exec(name) ?? [];
  const subset = part === "russian" ? "cyrillic" : part === "rouble" ? "latin-ext" : "latin";
  return family === "golos-text" ? golos(subset) : cormorant(subset, style);
}

function* characters(range: string) {
  for (const part of range.split(",")) {
    const [from = 0, to = from] = part
      .trim()
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    for (let code = from; code <= to; code += 1) yield String.fromCodePoint(code);
  }
}

const css = await readFile(new URL("fonts.css", THEME), "utf8");
for (const [, name = "", range = ""] of css.matchAll(
  /fonts\/([^"]+)\.woff2"[^}]*unicode-range:\s+([^;]+);/g,
)) {
  const whole = await readFile(new URL(sourceOf(name), MODULES));
  const variationAxes = name.startsWith("golos-text") ? WEIGHTS : undefined;
  const cut = await subsetFont(whole, [...characters(range)].join(""), {
    targetFormat: "woff2",
    variationAxes,
    keepFeatures: FEATURES,
  });
  await writeFile(fileURLToPath(new URL(`fonts/${name}.woff2`, THEME)), cut);
  process.stdout.write(`${name}: ${whole.length} to ${cut.length} bytes\n`);
}
