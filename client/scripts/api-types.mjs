// Turns openapi.json, which `api openapi` prints, into src/lib/api/schema.ts.
//     node scripts/api-types.mjs          writes it
// The test of schema.ts calls `generate` to see whether the committed file is stale.
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

// npm runs scripts and tests in the client's folder.
const SCHEMA = resolve("src/lib/api/schema.ts");

export async function generate() {
  const document = JSON.parse(await readFile(resolve("openapi.json"), "utf8"));
  const nodes = await openapiTS(document, {
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    transform(schema) {
      // States and types are the specification's numbers, named in lib/enums.ts; a newer server may know more of them.
      if (schema.type === "integer" && schema.enum) {
        return ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
      }
      return undefined;
    },
  });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}

if (process.argv[1] === resolve("scripts/api-types.mjs")) await writeFile(SCHEMA, await generate());
