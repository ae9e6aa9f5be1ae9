import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
// @ts-expect-error: a script of plain JavaScript, outside of what is type-checked
import { generate } from "../../../scripts/api-types.mjs";

it("schema.ts is what openapi.json generates: run `npm run api:types` when this fails", async () => {
  const committed = await readFile(`${process.cwd()}/src/lib/api/schema.ts`, "utf8");
  expect(committed === (await generate())).toBe(true);
});
