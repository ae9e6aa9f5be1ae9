// The pages that everybody sees, as a visitor and as a bidder.
import { button, type Place } from "./place.ts";

const fixed = (name: string, path: string, more: Partial<Place> = {}): Place => ({
  name: `public ${name}`,
  as: null,
  path: () => path,
  reads: true,
  ...more,
});

const SEEN: readonly Place[] = [
  fixed("home", "/"),
  fixed("auctions", "/auctions"),
  fixed("auctions future", "/auctions/future"),
  fixed("auctions results", "/auctions/results"),
  fixed("houses", "/auctionHouses-all"),
  fixed("galleries", "/galleries"),
  fixed("buy", "/buy"),
  fixed("lots", "/lots"),
  fixed("category", "/category/1866"),
  fixed("lot", "", { path: ({ parallel: { lot } }) => `/lot/${lot}` }),
  fixed("lot before the sale", "", { path: ({ coming: { lot } }) => `/lot/${lot}` }),
  fixed("lot after the sale", "", { path: ({ finished: { lot } }) => `/lot/${lot}` }),
  fixed("auction room", "", { path: ({ running }) => `/auction/${running}` }),
  fixed("auction parallel", "", { path: ({ parallel: { id } }) => `/auction/${id}` }),
  fixed("auction before", "", { path: ({ coming: { id } }) => `/auction/${id}` }),
  fixed("auction finished", "", { path: ({ finished: { id } }) => `/auction/${id}` }),
  fixed("house", "", { path: ({ finished: { houseId } }) => `/auction-house/${houseId}` }),
  fixed("house gallery", "", { path: ({ gallery }) => `/auction-house/${gallery}/gallery/works` }),
  fixed("news", "/news"),
  fixed("article", "", { path: ({ article }) => `/news/${article}` }),
  fixed("faq", "/faq"),
  fixed("glossary", "/glossary"),
  fixed("partners", "/partners"),
];

const search: NonNullable<Place["act"]> = async (page) => {
  await page.keyboard.press("/");
  await page.keyboard.type("пейзаж");
  await page.waitForTimeout(800);
};

const login: NonNullable<Place["act"]> = async (page) => {
  await button("Войти")(page);
  await page.getByRole("dialog", { name: "Вход" }).waitFor();
};

export const PUBLIC: readonly Place[] = [
  ...SEEN,
  fixed("lots filtered", "/lots?search=пейзаж", { reads: false }),
  fixed("lots filters", "/lots", {
    reads: false,
    act: async (page) => {
      const filters = page.getByRole("button", { name: /^Фильтры/ });
      if (!(await filters.isVisible())) return;
      await filters.click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  fixed("search", "/", { reads: false, act: search }),
  fixed("login", "/", { reads: false, act: login }),
  fixed("account", "/account", { reads: false, ready: (page) => page.getByText("Личный кабинет").first() }),
  fixed("about", "/about", { reads: false }),
  fixed("mobile app", "/mobile-app", { reads: false }),
  fixed("not found", "/nowhere", { reads: false, refused: [404] }),
  ...SEEN.map(
    (place): Place => ({
      ...place,
      name: place.name.replace("public", "bidder"),
      as: "trusted",
      reads: false,
    }),
  ),
  fixed("account bets", "/account", { name: "bidder account bets", as: "trusted" }),
  ...["absentee", "favourite", "queries", "registrations"].map((section) =>
    fixed(section, `/account?p=${section}`, { name: `bidder account ${section}`, as: "trusted" }),
  ),
  fixed("profile", "/account/profile", { name: "bidder account profile", as: "trusted" }),
  fixed("evening", "/evening", { name: "bidder evening", as: "trusted" }),
];
