// Opens the pages of `pages.ts` on a running demonstration site. Started by ./ops/screenshots, which explains it.
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { ACCOUNTS, type Account, type Facts, factsOf, Site } from "./facts.ts";
import { PAGES } from "./pages.ts";
import type { Place } from "./place.ts";

const SITE = process.env.SITE ?? "http://127.0.0.1:8080";
const OUT = process.env.OUT ?? "screenshots";
const QUICK = Boolean(process.env.QUICK);
/** How long a page may take to become quiet. One that keeps asking is looked at as it is then. */
const QUIET_LIMIT_MS = 4_000;
/** Pictures of a page that are taken at the same time: mostly they wait. */
const AT_ONCE = 4;

const SCREENS = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
const SCHEMES = ["light", "dark"] as const;
type Screen = keyof typeof SCREENS;
type Scheme = (typeof SCHEMES)[number];

/** How the server answers what a page reads. */
const STATES = ["full", "loading", "failing", "empty"] as const;
type State = (typeof STATES)[number];

/** What the frame of every page needs; a page whose session fails is not a staff page. */
const FRAME = /\/api\/(whoami|config|clock|lots\/classificator|house\/\d+$|catalog\/\d+$)/;

interface Finding {
  where: string;
  what: string;
}

/** Asks for a login code. One is sent a minute, so a walk that follows another waits. */
async function askForCode(site: Site, email: string): Promise<string> {
  try {
    return (await site.ask<{ sessionKey: string }>(null, "POST", "/api/auth/email", { email })).sessionKey;
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("429"))) throw error;
    console.log(`waiting for a login code for ${email}`);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    return askForCode(site, email);
  }
}

async function login(email: string): Promise<string> {
  const site = new Site(SITE, new Map());
  const sessionKey = await askForCode(site, email);
  const [message] = await site.ask<{ code: string }[]>(null, "GET", `/dev/outbox?to=${email}`);
  const code = message?.code;
  if (!code) throw new Error(`no code was sent to ${email}`);
  const path = "/api/auth/email/signin";
  return (await site.ask<{ token: string }>(null, "POST", path, { sessionKey, email, code })).token;
}

/** Drops what is in the lists of an answer, and keeps everything else. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== "object" || value === null || !("items" in value)) return value;
  return {
    ...value,
    items: [],
    totalCount: 0,
    totalPages: 0,
    currentPage: 1,
    hasNext: false,
    hasPrevious: false,
  };
}

async function answerAs(state: State, route: Route): Promise<void> {
  if (FRAME.test(new URL(route.request().url()).pathname)) return route.continue();
  if (state === "loading") return;
  if (state === "failing") {
    return route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Внутренняя ошибка", status: 500, code: "internal" }),
    });
  }
  const response = await route.fetch();
  const isJson = response.headers()["content-type"]?.includes("json") ?? false;
  if (!isJson || !response.ok()) return route.fulfill({ response });
  return route.fulfill({ response, json: emptied(await response.json()) });
}

async function settle(page: Page, state: State): Promise<void> {
  // Queries are asked three times before they fail.
  if (state === "failing") await page.waitForTimeout(3_500);
  await page
    .waitForLoadState("networkidle", { timeout: state === "loading" ? 1_500 : QUIET_LIMIT_MS })
    .catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Whether axe misses a region around a menu or a list of choices: one lies over the page as a dialog does, and belongs to no part of it. */
const liesOver = (rule: string, html: string) => rule === "region" && /role="menu"|data-portal/.test(html);

/** Opens one page and says what is wrong with it. */
async function look(
  context: BrowserContext,
  place: Place,
  state: State,
  facts: Facts,
  file: string,
): Promise<string[]> {
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    // The browser reports each failed request, without its address.
    const isFault = message.type() === "error" || message.type() === "warning";
    if (!isFault || state !== "full" || message.text().startsWith("Failed to load resource")) return;
    wrong.push(`console: ${message.text()}`);
  });
  page.on("response", (response) => {
    const refused = response.status();
    if (refused < 400 || state !== "full" || place.refused?.includes(refused)) return;
    wrong.push(`${refused} from ${response.request().method()} ${response.url()}`);
  });
  try {
    // Playwright turns the browser's cache off for a page that it answers for.
    if (state !== "full")
      await page.route("**/api/**", (route) => answerAs(state, route).catch(() => undefined));
    await page.goto(place.path(facts), { waitUntil: "domcontentloaded" });
    const ready = place.ready?.(page) ?? page.getByRole("heading", { level: 1 }).first();
    // A page that loads need not know its heading yet, but its scripts are there.
    const seen = state === "loading" ? page.getByRole("main").first() : ready;
    await seen.waitFor({ timeout: 20_000 });
    await settle(page, state);
    if (state === "full" && place.act) {
      await place.act(page);
      await settle(page, state);
    }
    await page.screenshot({ path: join(OUT, file) });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wrong.push(`${over} points wider than the screen`);
    const axe = await new AxeBuilder({ page })
      // Off unless asked for.
      .options({
        rules: { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } },
      })
      .analyze();
    for (const { id, nodes } of axe.violations)
      for (const { target, html } of nodes.filter(({ html }) => !liesOver(id, html)).slice(0, 3))
        wrong.push(`${id}: ${target.join(" ")} ${html.slice(0, 160)}`);
  } catch (error) {
    wrong.push(error instanceof Error ? (error.message.split("\n")[0] ?? error.message) : String(error));
  } finally {
    await page.close();
  }
  return wrong;
}

async function contextOf(browser: Browser, token: string | null, screen: Screen, scheme: Scheme) {
  const context = await browser.newContext({
    baseURL: SITE,
    viewport: SCREENS[screen],
    colorScheme: scheme,
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    reducedMotion: "reduce",
  });
  await context.addCookies([
    { name: "consent", value: "1", url: SITE },
    ...(token ? [{ name: "token", value: token, url: SITE }] : []),
  ]);
  return context;
}

interface Picture {
  state: State;
  screen: Screen;
  scheme: Scheme;
}

/**
 * Other states, and what opens over a page, are looked at on a wide screen in the light and on a phone in the dark, which
 * is enough to see them.
 */
const isLookedAt = (place: Place, { state, screen, scheme }: Picture) =>
  (state === "full" || !QUICK) &&
  ((state === "full" && !place.act) || (screen === "wide") === (scheme === "light"));

function picturesOf(place: Place): Picture[] {
  const states = STATES.filter((state) => state === "full" || place.reads);
  const screens = Object.keys(SCREENS) as Screen[];
  return states
    .flatMap((state) =>
      screens.flatMap((screen) => SCHEMES.map((scheme): Picture => ({ state, screen, scheme }))),
    )
    .filter((picture) => isLookedAt(place, picture));
}

async function walk(words: readonly string[]): Promise<Finding[]> {
  const places = PAGES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const tokens = new Map<Account, string>();
  for (const account of ACCOUNTS) tokens.set(account, await login(`${account}@demo.example`));
  const site = new Site(SITE, tokens);
  const facts = await factsOf(site);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--lang=ru-RU", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const findings: Finding[] = [];
  const report = (where: string, wrong: readonly string[]) => {
    console.log(`${wrong.length === 0 ? "ok  " : "LOOK"} ${where}`);
    for (const what of new Set(wrong)) {
      console.log(`     ${what}`);
      findings.push({ where, what });
    }
  };
  try {
    for (const place of places) {
      const file = place.name.replaceAll(/[ /]+/g, "-");
      try {
        await place.before?.(site, facts);
      } catch (error) {
        report(file, [error instanceof Error ? error.message : String(error)]);
        continue;
      }
      const token = place.as === null ? null : (tokens.get(place.as) ?? null);
      const pictures = picturesOf(place);
      const take = async () => {
        for (let next = pictures.shift(); next; next = pictures.shift()) {
          const { state, screen, scheme } = next;
          const context = await contextOf(browser, token, screen, scheme);
          const name = [file, state, screen, scheme].join("_");
          report(name, await look(context, place, state, facts, `${name}.png`));
          await context.close();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, take));
    }
  } finally {
    await browser.close();
  }
  return findings;
}

const findings = await walk(process.argv.slice(2));
console.log(findings.length === 0 ? "Nothing is wrong." : `${findings.length} findings in ${OUT}`);
process.exitCode = findings.length === 0 ? 0 : 1;
