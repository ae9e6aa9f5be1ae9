// One person at one browser: a separate context that records every complaint of the page.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { Message, Server } from "./server.ts";

const SCREENSHOTS = join(import.meta.dirname, "..", "screenshots");
const CODE_LIMIT_MS = 5_000;

/** Screen sizes in CSS pixels. */
export const SCREENS = {
  desktop: { width: 1440, height: 900 },
  console: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

export type Screen = keyof typeof SCREENS;

export class Person {
  readonly name: string;
  readonly page: Page;
  readonly server: Server;
  readonly #context: BrowserContext;
  readonly #complaints: string[] = [];
  #tolerated: RegExp[] = [];
  #hasConsented = false;

  private constructor(name: string, server: Server, context: BrowserContext, page: Page) {
    this.name = name;
    this.server = server;
    this.#context = context;
    this.page = page;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.#complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.#complaints.push(`uncaught: ${error.stack ?? error.message}`));
    page.on("response", (response) => {
      if (response.status() >= 500) this.#complaints.push(`${response.status()} from ${response.url()}`);
      if (new URL(response.url()).origin !== server.url)
        this.#complaints.push(`a foreign host was asked: ${response.url()}`);
    });
  }

  static async at(
    browser: Browser,
    server: Server,
    name: string,
    screen: Screen = "desktop",
  ): Promise<Person> {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: SCREENS[screen],
      locale: "ru-RU",
      timezoneId: "Europe/Moscow",
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(15_000);
    return new Person(name, server, context, await context.newPage());
  }

  /** Opens a page and waits until the app runs. The first time, gives the consent that every visitor must give. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.seesNoMore(this.page.locator(".first, .first-room, .first-consent"));
    if (this.#hasConsented) return;
    await this.page.getByRole("button", { name: "Мне есть 18, принимаю" }).click();
    this.#hasConsented = true;
  }

  /** Signs in with a code by e-mail. The dialog goes on to the profile. */
  async login(email: string): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Войти", exact: true }).first().click();
    await this.signIn(email);
    await page.waitForURL(/\/account/);
  }

  /** Signs in with a code by e-mail, in the dialog that is open. */
  async signIn(email: string): Promise<void> {
    const dialog = this.page.getByRole("dialog", { name: "Вход" });
    await dialog.getByText("Код на e-mail", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
    await dialog.getByRole("checkbox", { name: /согласие на обработку персональных данных/ }).check();
    await this.enterCode(email, () => dialog.getByRole("button", { name: "Отправить код" }).click());
  }

  /** Runs `act`, which has a code sent, and types that code into the open dialog. Its last digit submits it. */
  async enterCode(to: string, act: () => Promise<void>): Promise<void> {
    const before = (await this.server.outbox(to)).length;
    await act();
    const code = await this.#newCode(to, before);
    const field = this.page.getByRole("dialog").locator('input[autocomplete="one-time-code"]').first();
    await field.click();
    await field.pressSequentially(code);
  }

  async #newCode(to: string, before: number): Promise<string> {
    const end = Date.now() + CODE_LIMIT_MS;
    for (;;) {
      const messages: Message[] = await this.server.outbox(to);
      const code = messages.length > before ? messages[0]?.code : undefined;
      if (code) return code;
      if (Date.now() > end) throw new Error(`no code was sent to ${to} within ${CODE_LIMIT_MS} ms`);
      await pause(50);
    }
  }

  /** Waits until `what` is visible, at most `withinMs`. */
  async sees(what: Locator | string | RegExp, withinMs = 15_000): Promise<void> {
    const locator = typeof what === "string" || what instanceof RegExp ? this.page.getByText(what) : what;
    try {
      await locator.first().waitFor({ state: "visible", timeout: withinMs });
    } catch {
      throw new Error(`${this.name} does not see ${String(what)} within ${withinMs} ms`);
    }
  }

  /** Waits until `what` is hidden. */
  async seesNoMore(what: Locator, withinMs = 15_000): Promise<void> {
    try {
      await what.first().waitFor({ state: "hidden", timeout: withinMs });
    } catch {
      throw new Error(`${this.name} still sees ${String(what)} after ${withinMs} ms`);
    }
  }

  /** Fails if axe finds a violation of WCAG 2.2 A or AA on the current page. */
  async hasNoBarriers(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    const told = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`),
    );
    assert.deepEqual(told, [], `barriers on ${this.page.url()}`);
  }

  /** Fails if the page scrolls sideways. */
  async fitsTheScreen(): Promise<void> {
    const [content, screen] = await this.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok((content ?? 0) <= (screen ?? 0), `${this.page.url()} is ${content} px wide on ${screen} px`);
  }

  /** Ignores complaints that the scenario causes on purpose. */
  tolerates(pattern: RegExp): void {
    this.#tolerated = [...this.#tolerated, pattern];
  }

  async photograph(name: string): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}-${this.name}.png`) });
  }

  /** The page's unexpected complaints. */
  get complaints(): string[] {
    return this.#complaints.filter((text) => !this.#tolerated.some((pattern) => pattern.test(text)));
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }
}
