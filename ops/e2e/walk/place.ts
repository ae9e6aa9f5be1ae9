// A page that ./ops/screenshots opens.
import type { Locator, Page } from "playwright-core";
import type { Account, Facts, Site } from "./facts.ts";

export const SCREENS = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type Screen = keyof typeof SCREENS;

/** How the server answers what a page reads. */
export const STATES = ["full", "loading", "failing", "empty"] as const;
export type State = (typeof STATES)[number];
/** The states of a page that reads nothing, or whose other states are those of another page. */
export const FULL: readonly State[] = ["full"];

/** What is done on a page before its picture is taken. */
export interface Act {
  does: (page: Page) => Promise<void>;
  /** What must be visible afterwards. The picture waits for it. */
  shows: (page: Page, state: State) => Locator;
}

export interface Place {
  name: string;
  /** Who looks; null for a visitor. */
  as: Account | null;
  path: (facts: Facts) => string;
  /** What is done on the site before the page is opened. */
  before?: (site: Site, facts: Facts) => Promise<void>;
  act?: Act;
  /** What shows that the page is there; a heading unless stated. */
  ready?: (page: Page) => Locator;
  /** Statuses that requests of the page get on purpose. */
  refused?: readonly number[];
  /** The states to look at; only the full page unless stated. */
  states?: readonly State[];
  /** Paths of the API that answer in every state: the page around the lists that load, fail or are empty. */
  keeps?: RegExp;
  /** The only screen to look at, where the other one has no such thing. */
  on?: Screen;
}

/** The path of one catalog, lot or house of the API. */
export const record = (kind: string) => new RegExp(`^/api/${kind}/\\d+$`);

type Role = "button" | "checkbox" | "combobox" | "link" | "menuitem" | "row" | "tab";

/** Presses one thing after another. */
export const press =
  (...steps: readonly (readonly [role: Role, name: string | RegExp])[]) =>
  async (page: Page) => {
    for (const [role, name] of steps) await page.getByRole(role, { name }).first().click();
  };

/** Presses a button. */
export const button = (name: string | RegExp) => press(["button", name]);

/** Presses a key. */
export const key = (name: string) => (page: Page) => page.keyboard.press(name);

const named =
  (role: "dialog" | "heading" | "menu" | "region" | "toolbar") => (name: string) => (page: Page) =>
    page.getByRole(role, { name, exact: true });

export const dialog = named("dialog");
export const heading = named("heading");
/** A menu is called as the button that opens it. */
export const menu = named("menu");
/** The bar under a form that was changed. */
export const unsavedBar = named("region")("Несохранённые изменения");
/** The bar with what can be done with the chosen rows. */
export const chosenBar = named("toolbar")("Действия с выбранными");

/** The staff's command box after a search. */
export const commandBox = (text: string): Act => ({
  does: async (page) => {
    await page.keyboard.press("Control+KeyK");
    await page.getByRole("textbox", { name: "Лот, человек, торги или действие" }).fill(text);
  },
  shows: (page) =>
    dialog("Поиск по кабинету")(page)
      .locator("[data-action]")
      .filter({ hasText: new RegExp(text, "i") }),
});

/** All sections of the staff's pages, which only a phone hides. */
export const allSections = (name: string): Pick<Place, "on" | "act"> => ({
  on: "phone",
  act: { does: press(["button", /^Ещё$/]), shows: dialog(name) },
});
