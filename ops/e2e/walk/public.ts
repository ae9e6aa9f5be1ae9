// The pages that everybody sees, as a visitor and as a bidder.
import type { Locator, Page } from "playwright-core";
import { type Act, button, dialog, FULL, type Place, record, STATES, type State } from "./place.ts";

const fixed = (name: string, path: string, more: Partial<Place> = {}): Place => ({
  name: `public ${name}`,
  as: null,
  path: () => path,
  states: STATES,
  ...more,
});

/** The states of a part whose full picture is another page's. */
const PARTLY: readonly State[] = STATES.filter((state) => state !== "full");

const SEEN: readonly Place[] = [
  fixed("home", "/"),
  fixed("auctions", "/auctions"),
  fixed("auctions future", "/auctions/future", { states: FULL }),
  fixed("auctions results", "/auctions/results", { states: FULL }),
  fixed("houses", "/auctionHouses-all"),
  fixed("galleries", "/galleries"),
  fixed("buy", "/buy"),
  fixed("lots", "/lots"),
  fixed("category", "/category/1866"),
  fixed("lot", "", { path: ({ parallel: { lot } }) => `/lot/${lot}` }),
  fixed("lot before the sale", "", { path: ({ coming: { lot } }) => `/lot/${lot}`, states: FULL }),
  fixed("lot after the sale", "", { path: ({ finished: { lot } }) => `/lot/${lot}`, keeps: record("lots") }),
  fixed("auction room", "", { path: ({ running }) => `/auction/${running}`, keeps: record("catalog") }),
  fixed("auction parallel", "", { path: ({ parallel: { id } }) => `/auction/${id}` }),
  fixed("auction before", "", { path: ({ coming: { id } }) => `/auction/${id}`, keeps: record("catalog") }),
  fixed("auction finished", "", {
    path: ({ finished: { id } }) => `/auction/${id}`,
    keeps: record("catalog"),
  }),
  fixed("house", "", { path: ({ finished: { houseId } }) => `/auction-house/${houseId}` }),
  fixed("house gallery", "", {
    path: ({ gallery }) => `/auction-house/${gallery}/gallery/works`,
    keeps: record("house"),
  }),
  fixed("artists", "/artists"),
  fixed("artist", "", { path: ({ artist }) => `/artist/${artist}` }),
  fixed("news", "/news"),
  fixed("article", "", { path: ({ article }) => `/news/${article}` }),
  fixed("faq", "/faq"),
  fixed("glossary", "/glossary"),
  fixed("partners", "/partners"),
];

/** A tab of a house's page. */
const ofHouse = (tab: string, states: readonly State[]): Place =>
  fixed(`house ${tab}`, "", {
    path: ({ finished: { houseId } }) => `/auction-house/${houseId}?tab=${tab}`,
    states,
    keeps: record("house"),
  });

/** What the search says while it is typed. */
const SUGGESTED: Record<State, (page: Page) => Locator> = {
  full: (page) => page.getByRole("listbox", { name: "Подсказки" }),
  loading: (page) => page.getByRole("link", { name: "Искать «пейзаж» среди лотов" }),
  failing: (page) => page.getByText("Подсказки сейчас недоступны."),
  empty: (page) => page.getByText(/^Ничего не найдено\. Проверьте/),
};

const search: Act = {
  does: async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("пейзаж");
  },
  shows: (page, state) => SUGGESTED[state](page),
};

export const PUBLIC: readonly Place[] = [
  ...SEEN,
  ofHouse("auctions", PARTLY),
  ofHouse("lots", STATES),
  ofHouse("news", STATES),
  fixed("artist works", "", {
    path: ({ artist }) => `/artist/${artist}`,
    states: PARTLY,
    keeps: record("artists"),
  }),
  fixed("lots filtered", "/lots?search=пейзаж"),
  fixed("lots filters", "/lots", {
    states: FULL,
    on: "phone",
    act: { does: button(/^Фильтры/), shows: dialog("Фильтры") },
  }),
  fixed("search", "/", { act: search }),
  fixed("login", "/", { states: FULL, act: { does: button("Войти"), shows: dialog("Вход") } }),
  fixed("account", "/account", {
    states: FULL,
    ready: (page) => page.getByText("Личный кабинет").first(),
  }),
  fixed("about", "/about", { states: FULL }),
  fixed("mobile app", "/mobile-app", { states: FULL }),
  fixed("not found", "/nowhere", { states: FULL, refused: [404] }),
  ...SEEN.map(
    (place): Place => ({
      ...place,
      name: place.name.replace("public", "bidder"),
      as: "trusted",
      states: FULL,
    }),
  ),
  fixed("account bets", "/account", { name: "bidder account bets", as: "trusted" }),
  ...["absentee", "favourite", "subscriptions", "messages", "queries", "registrations", "notify", "data"].map(
    (section) =>
      fixed(section, `/account?p=${section}`, { name: `bidder account ${section}`, as: "trusted" }),
  ),
  fixed("profile", "/account/profile", { name: "bidder account profile", as: "trusted" }),
  fixed("evening", "/evening", { name: "bidder evening", as: "trusted" }),
];
