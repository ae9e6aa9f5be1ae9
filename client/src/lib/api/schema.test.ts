import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, it } from "vitest";

it("schema.ts is what openapi.json generates: run `npm run api:types` when this fails", async () => {
  const snapshot = JSON.parse(readFileSync(resolve(process.cwd(), "openapi.json"), "utf8"));
  const generated = `${COMMENT_HEADER}${astToString(await openapiTS(snapshot))}`;
  const committed = readFileSync(resolve(process.cwd(), "src/lib/api/schema.ts"), "utf8");
  expect(committed === generated).toBe(true);
});
