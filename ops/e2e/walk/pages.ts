// The pages that ./ops/screenshots opens. A page that is not here is not looked at.
import type { Locator, Page } from "playwright-core";
import type { Facts } from "./facts.ts";

/** Demonstration accounts; null for a visitor. */
export type Who = "admin" | "owner" | "manager" | "auctioneer" | "newsmaker" | null;

export interface Place {
  name: string;
  as: Who;
  path: (facts: Facts) => string;
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** What shows that the page is there; its heading unless stated. */
  ready?: (page: Page) => Locator;
  /** Whether the page reads lists, so that it can load, fail and be empty. */
  reads?: boolean;
}

const cabinet = (section: string, more: Partial<Place> = {}): Place => ({
  name: `house ${section}`,
  as: "owner",
  path: ({ finished }) => `/house-account/${finished.houseId}/${section}`,
  reads: true,
  ...more,
});

/** A page about the coming sale, which another house holds. */
const coming = (name: string, path: (sale: Facts["coming"]) => string, more: Partial<Place> = {}): Place =>
  cabinet(name, {
    as: "manager",
    path: ({ coming: sale }) => `/house-account/${sale.houseId}/${path(sale)}`,
    ...more,
  });

const admin = (section: string, more: Partial<Place> = {}): Place => ({
  name: `admin ${section}`,
  as: "admin",
  path: () => `/admin/${section}`,
  reads: true,
  ...more,
});

const press = (role: "button" | "row" | "link" | "menuitem", name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name }).first().click();
  await page.waitForTimeout(400);
};

export const PAGES: readonly Place[] = [
  cabinet("today"),
  cabinet("catalogs"),
  cabinet("catalogs/new", { reads: false }),
  coming("catalog", ({ id }) => `catalogs/${id}`),
  coming("lots", ({ id }) => `lots?catalog=${id}`),
  coming("lot", ({ lot }) => `lots/${lot}`),
  coming("lots/new", ({ id }) => `lots/new?catalog=${id}`, { reads: false }),
  cabinet("import"),
  cabinet("orders"),
  cabinet("queries"),
  cabinet("results", {
    path: ({ finished }) => `/house-account/${finished.houseId}/results?catalog=${finished.id}`,
  }),
  cabinet("news"),
  cabinet("news/new", { reads: false }),
  cabinet("profile"),
  cabinet("staff"),
  cabinet("untrusted"),
  cabinet("command box", {
    path: ({ finished }) => `/house-account/${finished.houseId}/today`,
    reads: false,
    act: async (page) => {
      await page.keyboard.press("Control+KeyK");
      await page.getByRole("textbox", { name: "Лот, человек, торги или действие" }).fill("пейзаж");
      await page.waitForTimeout(800);
    },
  }),
  admin("users"),
  admin("user", {
    path: () => "/admin/users",
    reads: false,
    act: async (page) => {
      await page.getByText("@demo.example").first().click();
      await page.waitForTimeout(400);
    },
  }),
  admin("users merge", {
    path: ({ people: [kept, double] }) => `/admin/users/merge?kept=${kept}&double=${double}`,
  }),
  admin("houses"),
  admin("galleries"),
  admin("artists"),
  admin("artists merge", { path: () => "/admin/artists/merge", reads: false }),
  admin("news"),
  admin("tokens"),
  admin("banners"),
  admin("staff"),
  admin("journal"),
  admin("help"),
  admin("partners"),
  admin("contacts"),
  admin("synonyms"),
  admin("notices"),
  admin("bets"),
  admin("bets of a lot", { path: ({ coming: { lot } }) => `/admin/bets?lot=${lot}` }),
  { name: "help house", as: "owner", path: () => "/help/house" },
  { name: "help auctioneer", as: "auctioneer", path: () => "/help/auctioneer" },
  { name: "help admin", as: "admin", path: () => "/help/admin" },
  {
    name: "console",
    as: "auctioneer",
    path: ({ running }) => `/auction/${running}?viewType=console`,
    reads: true,
  },
  {
    name: "console keys",
    as: "auctioneer",
    path: ({ running }) => `/auction/${running}?viewType=console`,
    act: press("button", /Клавиши/),
  },
  {
    name: "console paddles",
    as: "auctioneer",
    path: ({ running }) => `/auction/${running}?viewType=console`,
    act: async (page) => {
      await page.keyboard.press("F7");
      await page.waitForTimeout(600);
    },
  },
  {
    name: "hall",
    as: "auctioneer",
    path: ({ running }) => `/auction/${running}/hall`,
    ready: (page) => page.locator("main, h1, [class*=hall]").first(),
    reads: true,
  },
];
