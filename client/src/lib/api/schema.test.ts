import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
// @ts-expect-error: a script of plain JavaScript, outside of what is type-checked
import { generate } from "../../../scripts/api-types.mjs";

it("the generated files are what openapi.json gives: run `npm run api:types` when this fails", async () => {
  for (const [name, text] of Object.entries(await generate())) {
    const committed = await readFile(`${process.cwd()}/src/lib/api/${name}`, "utf8");
    expect(committed === text, name).toBe(true);
  }
});
