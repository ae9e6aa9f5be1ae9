// A page that ./ops/screenshots opens.
import type { Locator, Page } from "playwright-core";
import type { Account, Facts, Site } from "./facts.ts";

export interface Place {
  name: string;
  /** Who looks; null for a visitor. */
  as: Account | null;
  path: (facts: Facts) => string;
  /** What is done on the site before the page is opened. */
  before?: (site: Site, facts: Facts) => Promise<void>;
  /** What is done on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** What shows that the page is there; a heading unless stated. */
  ready?: (page: Page) => Locator;
  /** Statuses that requests of the page get on purpose. */
  refused?: readonly number[];
  /** Whether the page reads lists, so that it can load, fail and be empty. */
  reads?: boolean;
}

type Role = "button" | "checkbox" | "combobox" | "link" | "menuitem" | "row" | "tab";

/** Presses one thing after another. */
export const press =
  (...steps: readonly (readonly [role: Role, name: string | RegExp])[]) =>
  async (page: Page) => {
    for (const [role, name] of steps) await page.getByRole(role, { name }).first().click();
  };

/** Presses a button. */
export const button = (name: string | RegExp) => press(["button", name]);
