/**
 * Prints what the first visit of each kind of page loads of a build, as it is sent, and fails if that is more than
 * `visits.json` allows.
 *
 *     node scripts/budget.ts [folder of the build]
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FILES, type Files, visits } from "./first-visit.ts";

const build = process.argv[2] ?? "dist";
const found: Record<string, Files> = JSON.parse(await readFile(join(build, FILES), "utf8"));

const weigh = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(build, `${file}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

const print = (line: string) => process.stdout.write(`${line}\n`);

let over = false;
print("page      scripts, KiB (most)  files   styles, KiB (most)  files");
for (const [kind, limit] of Object.entries(await visits())) {
  const { scripts = [], styles = [] } = found[kind] ?? {};
  const columns = await Promise.all(
    [
      { files: scripts, most: limit.scripts },
      { files: styles, most: limit.styles },
    ].map(async ({ files, most }) => {
      const weight = await weigh(files);
      if (weight > most || files.length === 0) over = true;
      return `${weight.toFixed(1).padStart(12)} (${String(most).padStart(4)})  ${String(files.length).padStart(5)}`;
    }),
  );
  print([kind.padEnd(8), ...columns].join("  "));
}
if (over) {
  print("A first visit loads more than scripts/visits.json allows.");
  process.exit(1);
}
