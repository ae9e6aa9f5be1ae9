// Opens the pages of `pages.ts` on a running demonstration site. Started by ./ops/screenshots, which explains it.
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { ACCOUNTS, type Account, type Facts, factsOf, Site } from "./facts.ts";
import { PAGES } from "./pages.ts";
import { FULL, type Place, SCREENS, type Screen, type State } from "./place.ts";

const SITE = process.env.SITE ?? "http://127.0.0.1:8080";
const OUT = process.env.OUT ?? "screenshots";
const QUICK = Boolean(process.env.QUICK);
/** How long a page may take to become quiet. One that keeps asking is looked at as it is then. */
const QUIET_LIMIT_MS = 4_000;
/** How long it may take until what an act opens is there. */
const SHOWN_LIMIT_MS = 15_000;
/** Pictures of a page that are taken at the same time: mostly they wait. */
const AT_ONCE = 4;

const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

/** What the frame of every page needs; a page whose session fails is not a staff page. */
const FRAME = /^\/api\/(whoami|config|clock|lots\/classificator)/;

/** Answers that are nothing but lists and counts, within an object. */
const OF_LISTS = /^\/api\/(search\/suggest|trade\/evening|lots\/search\/counts|artists\/\d+\/summary)$/;

/** The server's answer when it cannot answer now; see api/contract/src/codes.rs. */
const UNAVAILABLE = {
  status: 503,
  title: "temporarily_unavailable",
  detail: "Сервис временно недоступен, повторите попытку",
  eid: "00000000-0000-4000-8000-000000000000",
  errors: {},
};

/** A page that reads nothing, and its heading. */
const START = { path: "/about", title: "О площадке" } as const;

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

/** Drops all lists and counts of an answer. */
function withoutAny(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === "number") return 0;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutAny(part)]));
}

async function answerAs(state: State, keeps: RegExp | undefined, route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (FRAME.test(pathname) || keeps?.test(pathname)) return route.continue();
  // Unanswered until the page is closed.
  if (state === "loading") return;
  if (state === "failing") {
    return route.fulfill({
      status: UNAVAILABLE.status,
      contentType: "application/problem+json",
      headers: { "Retry-After": "1" },
      body: JSON.stringify(UNAVAILABLE),
    });
  }
  const response = await route.fetch();
  const isJson = response.headers()["content-type"]?.includes("json") ?? false;
  if (!isJson || !response.ok()) return route.fulfill({ response });
  const empty = OF_LISTS.test(pathname) ? withoutAny : emptied;
  return route.fulfill({ response, json: empty(await response.json()) });
}

/**
 * Opens a page whose answers are in a state. A visitor comes from another page of the site, as by a link: the first HTML
 * of a page brings answers along for them (client/src/app/firstAnswers.ts).
 */
async function open(page: Page, path: string, { as, keeps }: Place, state: State): Promise<void> {
  // Playwright turns the browser's cache off for a page that it answers for.
  const answer = () =>
    page.route("**/api/**", (route) => answerAs(state, keeps, route).catch(() => undefined));
  if (state === "full" || as !== null) {
    if (state !== "full") await answer();
    await page.goto(path, { waitUntil: "domcontentloaded" });
    return;
  }
  await page.goto(START.path, { waitUntil: "domcontentloaded" });
  // The first HTML has no such button: the scripts are there.
  await page.getByRole("button", { name: "Войти" }).first().waitFor({ timeout: 20_000 });
  await settle(page, "full");
  await answer();
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: "walk" }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
  const start = page.getByRole("heading", { level: 1, name: START.title, exact: true });
  await start.waitFor({ state: "hidden", timeout: 20_000 });
}

async function settle(page: Page, state: State): Promise<void> {
  // The first HTML shows headings and rows before the client's scripts do.
  await page.locator("#root > :is(.first, .first-room)").waitFor({ state: "detached", timeout: 20_000 });
  // Queries are asked three times before they fail.
  if (state === "failing") await page.waitForTimeout(3_500);
  await page
    .waitForLoadState("networkidle", { timeout: state === "loading" ? 1_500 : QUIET_LIMIT_MS })
    .catch(() => undefined);
  // A page that was reached within the site has been quiet before, so its answers may still be on their way.
  if (state !== "loading") {
    await page
      .waitForFunction(() => !document.querySelector("[aria-busy=true]"), null, { timeout: QUIET_LIMIT_MS })
      .catch(() => undefined);
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Whether axe misses a region around a menu or a list of choices: one lies over the page as a dialog does, and belongs to no part of it. */
const liesOver = (rule: string, html: string) => rule === "region" && /role="menu"|data-portal/.test(html);

/**
 * Dialogs that reach beyond the screen, and those that scroll sideways or have a part that does. A named part that the
 * keyboard reaches is meant to, such as a table.
 */
const wideDialogs = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[role=dialog], dialog[open]")]
      .filter((dialog) => dialog.checkVisibility())
      .flatMap((dialog) => {
        const title =
          document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";
        const { left, right } = dialog.getBoundingClientRect();
        const beyond = Math.round(Math.max(-left, right - innerWidth));
        const scrolled = [dialog, ...dialog.querySelectorAll(":not(textarea, [tabindex='0'][aria-label])")]
          .filter((part) => part === dialog || /auto|scroll/.test(getComputedStyle(part).overflowX))
          .map((part) => ({ part, over: part.scrollWidth - part.clientWidth }))
          .filter(({ over }) => over > 1);
        return [
          ...(beyond > 0 ? [`dialog «${title}» is ${beyond} points beyond the screen`] : []),
          ...scrolled.map(
            ({ part, over }) =>
              `dialog «${title}» is ${over} points wider than itself: ${part.outerHTML.slice(0, 100)}`,
          ),
        ];
      }),
  );

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
    await open(page, place.path(facts), place, state);
    const ready = place.ready?.(page) ?? page.getByRole("heading", { level: 1 }).first();
    // A page that loads need not know its heading yet, but its scripts are there.
    const seen = state === "loading" ? page.getByRole("main").first() : ready;
    await seen.waitFor({ timeout: 20_000 });
    await settle(page, state);
    if (place.act) {
      await place.act.does(page);
      const shown = place.act.shows(page, state).first();
      await shown.waitFor({ timeout: SHOWN_LIMIT_MS }).catch(() => undefined);
      await settle(page, state);
      if (!(await shown.isVisible())) wrong.push(`does not show ${shown}`);
    }
    await page.screenshot({ path: join(OUT, file) });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wrong.push(`${over} points wider than the screen`);
    wrong.push(...(await wideDialogs(page)));
    // Half of a button under the frame's head would be too small a target.
    await page.evaluate(() => scrollTo(0, 0));
    const axe = await new AxeBuilder({ page })
      // Off unless asked for.
      .options({
        rules: {
          "label-content-name-mismatch": { enabled: true },
          "target-size": { enabled: true },
          // What a page is called comes with what it shows.
          "page-has-heading-one": { enabled: state !== "loading" },
        },
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
  const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => screen === (place.on ?? screen));
  return (place.states ?? FULL)
    .flatMap((state) =>
      screens.flatMap((screen) => SCHEMES.map((scheme): Picture => ({ state, screen, scheme }))),
    )
    .filter((picture) => isLookedAt(place, picture));
}

async function walk(words: readonly string[]): Promise<Finding[]> {
  const unknown = words.filter((word) => !PAGES.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Error(`no page has this in its name: ${unknown.join(", ")}`);
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
