// A classic sale in Chromium, for the benchmarks of the console and of the live room.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { catalog, crowd, house, lot } from "../faults/sale.mjs";
import { freePort, Server } from "../faults/server.mjs";
import { newDatabase } from "./tools.mjs";

const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))("playwright-core");
const { BENCH_WORK, CHROMIUM, CLIENT_DIR } = process.env;
const TITLE = "Вечер";
export const AUCTIONEER = { key: "auctioneer", displayName: "Аукционист", email: "auctioneer@demo.example", phone: "+79000000003", roles: [] };

const seed = (people, lots) => ({
  brand: null,
  categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
  people: [AUCTIONEER, ...crowd(people)],
  houses: [house(people)],
  catalogs: [{ ...catalog(TITLE, 0, null), state: 0, startDate: "+1m", auctioneer: [AUCTIONEER.key] }],
  lots: Array.from({ length: lots }, (_, n) => lot(TITLE, n + 1)),
});

/** A server of its own with a sale that has not begun, its id, and a browser. */
export async function openSale(name, { people, lots }) {
  const dataDir = join(BENCH_WORK, name);
  const server = new Server({ port: await freePort(), databaseUrl: await newDatabase(name), dataDir, extra: { CLIENT_DIR } });
  mkdirSync(dataDir, { recursive: true });
  const file = join(BENCH_WORK, `${name}.json`);
  writeFileSync(file, JSON.stringify(seed(people, lots)));
  await server.run("migrate");
  await server.run("seed", file);
  await server.start();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-dev-shm-usage"],
  });
  const list = await (await fetch(`${server.url}/api/catalog?scope=all`)).json();
  const { id } = list.items.find(({ title }) => title === TITLE);
  return { server, browser, id };
}

/** The value at a part of sorted ones: 0.95 of them are not larger. */
export const at = (sorted, part) => sorted[Math.round((sorted.length - 1) * part)];
