/**
 * Prints Lighthouse's phone for pages of a running demonstration site: the median of RUNS runs, each in a fresh browser,
 * with the consent unanswered and answered, and the processor's speed (Lighthouse's benchmark index), on which blocked
 * time depends. Then when a lot's price, button and picture are there on a slow line.
 */
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { slowLine } from "./slow-line.mjs";

const site = process.env.SITE;
const runs = Number(process.env.RUNS);
const words = process.argv.slice(2);

/** A list's entries. */
async function list(path, body) {
  const answer = await fetch(
    `${site}${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()).items;
}

const first = async (path, body) => (await list(path, body))[0];

/** A running classic sale. */
async function liveSale() {
  const sales = await list("/api/catalog?scope=current&pageSize=100");
  const live = sales.find(({ catalogType }) => catalogType === 0);
  if (!live) throw new Error("no classic sale runs on this site");
  return live;
}

const pages = [
  { name: "home", path: async () => "/" },
  { name: "list", path: async () => "/lots" },
  {
    name: "lot",
    path: async () => `/lot/${(await first("/api/lots/search?pageSize=1", { isBiddingOver: false })).id}`,
  },
  {
    name: "auction",
    // The latest one: what starts soon shows its room.
    path: async () => `/auction/${(await list("/api/catalog?scope=future&pageSize=100")).at(-1).id}`,
  },
  { name: "room", path: async () => `/auction/${(await liveSale()).id}` },
  { name: "house", path: async () => `/auction-house/${(await first("/api/house?pageSize=1")).id}` },
  { name: "news", path: async () => "/news" },
];

const categories = ["performance", "accessibility", "best-practices", "seo"];
const times = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "cumulative-layout-shift",
  "total-blocking-time",
];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function run(address, isAnswered) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    if (isAnswered) {
      const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
      await browser.setCookie({ name: "consent", value: "1", domain: new URL(site).hostname, path: "/" });
      await browser.disconnect();
    }
    const { lhr } = await lighthouse(address, {
      port: chrome.port,
      onlyCategories: categories,
      disableStorageReset: true,
      logLevel: "silent",
    });
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    return [
      ...categories.map((name) => Math.round(lhr.categories[name].score * 100)),
      ...times.map((name) => lhr.audits[name].numericValue),
      lhr.environment.benchmarkIndex,
    ];
  } finally {
    chrome.kill();
  }
}

const seconds = (ms) => (ms / 1000).toFixed(1);

/** The medians of each column. */
const medians = (rows) => rows[0].map((_, column) => median(rows.map((row) => row[column])));

const print = (line) => process.stdout.write(`${line}\n`);

print(
  "| page | consent | performance | access | practices | search | first paint, s | largest, s | shift | blocked, ms |",
);
print("|---|---|---|---|---|---|---|---|---|---|");
const speeds = [];
for (const { name, path } of pages) {
  if (words.length > 0 && !words.includes(name)) continue;
  const address = `${site}${await path()}`;
  for (const isAnswered of [false, true]) {
    const results = [];
    for (let i = 0; i < runs; i += 1) results.push(await run(address, isAnswered));
    const [p, a, b, s, fcp, lcp, cls, tbt, speed] = medians(results);
    speeds.push(speed);
    const row = [
      name,
      isAnswered ? "given" : "asked",
      p,
      a,
      b,
      s,
      seconds(fcp),
      seconds(lcp),
      cls.toFixed(3),
      Math.round(tbt),
    ];
    print(`| ${row.join(" | ")} |`);
  }
}

print("");
print(`Benchmark index: ${Math.round(median(speeds))}`);

if (words.length === 0 || words.includes("lot")) {
  const address = `${site}${await pages.find(({ name }) => name === "lot").path()}`;
  const results = [];
  for (let i = 0; i < runs; i += 1) results.push(await slowLine(address));
  const [price, button, picture] = medians(results).map(seconds);
  print("");
  print(`A lot on 400 ms and 1 Mbit/s: price ${price} s, button ${button} s, picture ${picture} s`);
}
