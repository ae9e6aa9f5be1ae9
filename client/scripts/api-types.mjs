// Turns openapi.json, which `api openapi` prints, into the client's half of the contract:
//     src/lib/api/schema.ts    the bodies of REST calls and the payloads of sockets
//     src/lib/api/sockets.ts   the events of both namespaces
//     src/lib/api/numbers.ts   the enumerations and the codes of a bet, by name
//     src/lib/api/words.ts     the Russian texts of the sockets' refusals
//     node scripts/api-types.mjs          writes them
// The test of schema.ts calls `generate` to see whether a committed file is stale.
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

// npm runs scripts and tests in the client's folder.
const FOLDER = resolve("src/lib/api");
const HEADER = "// Generated from openapi.json by scripts/api-types.mjs. Do not edit.\n";

async function schema(document) {
  const nodes = await openapiTS(document, {
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    transform(schema) {
      // States and types are the specification's numbers, named in numbers.ts; a newer server may know more of them.
      if (schema.type === "integer" && schema.enum) {
        return ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword);
      }
      return undefined;
    },
  });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}

function numbers(document) {
  const enumerations = Object.entries(document.components.schemas).filter(
    ([, schema]) => schema["x-enum-varnames"],
  );
  const declared = enumerations.map(([name, schema]) => {
    const values = schema["x-enum-varnames"].map((value, place) => `  ${value}: ${schema.enum[place]},\n`);
    return `export const ${name} = {\n${values.join("")}} as const;\n`;
  });
  return `${HEADER}${[...declared, betCodes(document)].join("\n")}`;
}

/** The answers to a bet that the server recorded; every other one refuses it, in the server's own words. */
function betCodes(document) {
  const recorded = document["x-errors"].filter(
    ({ number, status }) => number?.[0] === "bet" && status === 200,
  );
  const values = recorded.map(({ code, number }) => {
    const name = code.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
    return `  ${name}: ${number[1]},\n`;
  });
  return `/** The codes of a recorded bet. All others refuse it. */\nexport const BetCode = {\n${values.join("")}} as const;\n`;
}

const nameOf = (schema) => schema.$ref?.split("/").at(-1);

function typeOf(schema) {
  if (schema.$ref) return `Schemas["${nameOf(schema)}"]`;
  return schema.type === "integer" ? "number" : schema.type;
}

function sockets(document) {
  const listed = (event) => event.arguments.filter((argument) => !argument.optional);
  const parameters = (event) =>
    listed(event).map((argument) => `${argument.name}: ${typeOf(argument.schema)}`);
  const sends = ([name, event]) => `  ${name}(${parameters(event).join(", ")}): void;\n`;
  const takes = ([name, event]) => {
    const done = `done: (ack: Ack<${typeOf(event.acknowledgement)}>) => void`;
    return `  ${name}(${[...parameters(event), done].join(", ")}): void;\n`;
  };
  const namespaces = Object.entries(document["x-socket-events"]).map(([namespace, events]) => {
    const name = namespace.slice(1);
    return (
      `/** What the server sends in \`${namespace}\`. */\n` +
      `export interface ${name}Sends {\n${Object.entries(events.sends).map(sends).join("")}}\n\n` +
      `/** What the server takes in \`${namespace}\`, without optional arguments. */\n` +
      `export interface ${name}Takes {\n${Object.entries(events.takes).map(takes).join("")}}\n`
    );
  });
  return (
    `${HEADER}import type { components } from "./schema";\n\ntype Schemas = components["schemas"];\n\n` +
    "/** The server's acknowledgement of an emit. */\n" +
    'export type Ack<T> = (T & { ok: true }) | (Schemas["SocketRefusal"] & { ok: false });\n\n' +
    namespaces.join("\n")
  );
}

function words(document) {
  const rows = document["x-errors"].filter((row) => row.place === "socket");
  const lines = rows.map((row) => `  ${row.code}: ${JSON.stringify(row.text)},\n`);
  return (
    `${HEADER}/** Russian texts for the codes of a socket's refusals. */\n` +
    `export const SOCKET_REFUSALS: Record<string, string> = {\n${lines.join("")}};\n`
  );
}

/** File name → contents. */
export async function generate() {
  const document = JSON.parse(await readFile(resolve("openapi.json"), "utf8"));
  return {
    "schema.ts": await schema(document),
    "sockets.ts": sockets(document),
    "numbers.ts": numbers(document),
    "words.ts": words(document),
  };
}

if (process.argv[1] === resolve("scripts/api-types.mjs")) {
  for (const [name, text] of Object.entries(await generate())) await writeFile(resolve(FOLDER, name), text);
}
