// What the tests saw each call of the API do: made from what they recorded (API_CALLS_RECORD), kept in
// docs/api-coverage.md.
//
//   node ops/lib/coverage.mjs RECORD          fails if a call was never seen to succeed or never to refuse, or if the
//                                             page says something that was not seen
//   node ops/lib/coverage.mjs RECORD --write  writes the page
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const page = join(root, "docs/api-coverage.md");
const [folder, option] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node ops/lib/coverage.mjs RECORD [--write]");
  process.exit(2);
}

/** Sections of the list with their calls. */
function listed() {
  const sections = [];
  for (const line of readFileSync(join(root, "api/tests/calls.txt"), "utf8").split("\n")) {
    if (line.startsWith("# ")) sections.push({ title: line.slice(2), calls: [] });
    else if (line) sections.at(-1).calls.push(line);
  }
  return sections.filter((section) => section.calls.length > 0);
}

/** The call of a path that was asked for: words before placeholders. */
function matcher(calls) {
  const patterns = calls.map((call) => {
    const [method, path] = call.split(" ");
    const parts = path.split("/").filter(Boolean);
    return { call, method, parts, words: parts.filter((part) => !part.startsWith("{")).length };
  });
  patterns.sort((a, b) => b.words - a.words);
  return (method, path) => {
    const parts = path.split("?")[0].split("/").filter(Boolean);
    return patterns.find(
      (pattern) =>
        pattern.method === method &&
        pattern.parts.length === parts.length &&
        pattern.parts.every((part, place) => part.startsWith("{") || part === parts[place]),
    )?.call;
  };
}

const sections = listed();
const calls = sections.flatMap((section) => section.calls);
const callOf = matcher(calls);
const seen = new Map(calls.map((call) => [call, { answers: new Set(), refusals: new Set() }]));
for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
  for (const line of readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean)) {
    const { method, path, status, title } = JSON.parse(line);
    const call = callOf(method, path);
    if (!call) continue;
    const { answers, refusals } = seen.get(call);
    // 501 is all that a call of the contract answers which no server offers.
    if (status < 400 || status === 501) answers.add(String(status));
    else if (status < 500 && status !== 405) refusals.add(title ? `${status} ${title}` : String(status));
  }
}

// What no test of the whole server can make happen, and what shows it instead.
const SHOWN_ELSEWHERE = new Map([
  ["GET /api/image", "it fetches from public addresses alone; the proxy's own tests give it a network of theirs"],
]);

const lines = (set) => [...set].sort();
const missing = calls.flatMap((call) => {
  const { answers, refusals } = seen.get(call);
  const unseen = [];
  if (answers.size === 0 && !SHOWN_ELSEWHERE.has(call)) unseen.push(`${call}: never seen to succeed`);
  if (refusals.size === 0) unseen.push(`${call}: never seen to refuse`);
  return unseen;
});

if (option === "--write") {
  const text = [
    "# What the tests saw each call do",
    "",
    "Made by `node ops/lib/coverage.mjs` from what the Rust tests recorded while they asked a real server with a real database;",
    "`./ops/test` fails if a call was never seen to succeed or never to refuse, or if something below was not seen. 501 is the answer",
    "of the two calls of the contract that no server offers.",
  ];
  for (const { title, calls } of sections) {
    text.push("", `## ${title}`, "", "| call | answered | refused |", "|---|---|---|");
    for (const call of calls) {
      const { answers, refusals } = seen.get(call);
      text.push(`| \`${call}\` | ${lines(answers).join(", ") || SHOWN_ELSEWHERE.get(call) || ""} | ${lines(refusals).join(", ")} |`);
    }
  }
  writeFileSync(page, `${text.join("\n")}\n`);
} else {
  const written = existsSync(page) ? readFileSync(page, "utf8") : "";
  for (const row of written.matchAll(/^\| `([^`]+)` \| (.*) \| (.*) \|$/gm)) {
    const [, call, answers, refusals] = row;
    const was = seen.get(call);
    if (was && was.answers.size === 0 && answers === SHOWN_ELSEWHERE.get(call)) continue;
    if (!was) {
      missing.push(`${call}: on the page, not in the list`);
      continue;
    }
    for (const answer of answers.split(", ")) if (answer && !was.answers.has(answer)) missing.push(`${call}: ${answer} was not seen`);
    for (const refusal of refusals.split(", ")) if (refusal && !was.refusals.has(refusal)) missing.push(`${call}: ${refusal} was not seen`);
  }
  for (const call of calls) if (!written.includes(`| \`${call}\` |`)) missing.push(`${call}: not on the page`);
}
if (missing.length > 0) {
  console.error(missing.join("\n"));
  process.exit(1);
}
console.log(`${calls.length} calls, each seen to succeed and to refuse`);
