// The pages of the admin area, and the dialogs met there.
import { button, type Place, press } from "./place.ts";

const admin = (section: string, more: Partial<Place> = {}): Place => ({
  name: `admin ${section}`,
  as: "admin",
  path: () => `/admin/${section}`,
  reads: true,
  ...more,
});

/** A page after something was pressed there. */
const pressed = (section: string, name: string, act: NonNullable<Place["act"]>): Place =>
  admin(section, { name: `admin ${section} ${name}`, reads: false, act });

const openUser: NonNullable<Place["act"]> = async (page) => {
  await page.getByText("@demo.example").first().click();
};

export const ADMIN: readonly Place[] = [
  admin("users"),
  pressed("users", "one", openUser),
  pressed("users", "deleting", async (page) => {
    await openUser(page);
    await button(/^Удалить/)(page);
  }),
  pressed("users", "e-mail", async (page) => {
    await openUser(page);
    await button("Изменить e-mail")(page);
  }),
  pressed("users", "inviting", async (page) => {
    await openUser(page);
    await button(/Пригласить/)(page);
  }),
  admin("users merge", {
    path: ({ people: [kept, double] }) => `/admin/users/merge?kept=${kept}&double=${double}`,
  }),
  admin("users merge without a double", {
    path: ({ people: [kept] }) => `/admin/users/merge?kept=${kept}`,
    reads: false,
  }),
  admin("houses"),
  pressed("houses", "one", async (page) => {
    await page.getByText("Собрание Лаврова").first().click();
  }),
  pressed("houses", "new", button(/дом/)),
  admin("galleries"),
  admin("artists"),
  admin("artist", { path: ({ artists: [id] }) => `/admin/artists?id=${id}` }),
  admin("artists merge", {
    path: ({ artists: [one, other] }) => `/admin/artists/merge?first=${one}&second=${other}`,
  }),
  admin("artists merge without artists", { path: () => "/admin/artists/merge", reads: false }),
  admin("news"),
  admin("news/new", { reads: false }),
  admin("tokens"),
  pressed("tokens", "new", button("Выдать токен")),
  admin("banners"),
  pressed("banners", "new", button("Добавить баннер")),
  pressed("banners", "deleting", button(/^Удалить/)),
  admin("staff"),
  admin("journal"),
  pressed("journal", "record", async (page) => {
    await page.locator("tbody tr, li button").first().click();
  }),
  admin("help"),
  pressed("help", "new", button("Добавить вопрос")),
  pressed("help", "deleting", button(/^Удалить/)),
  admin("help glossary", { path: () => "/admin/help?tab=glossary" }),
  admin("partners"),
  pressed("partners", "new", button("Добавить партнёра")),
  admin("contacts"),
  admin("synonyms"),
  pressed("synonyms", "new", button(/Добавить/)),
  admin("notices"),
  pressed("notices", "new", button("Написать всем")),
  admin("bets"),
  admin("bets of a lot", { path: ({ parallel: { lot } }) => `/admin/bets?lot=${lot}` }),
  admin("menu", {
    path: () => "/admin/users",
    reads: false,
    act: async (page) => {
      const more = page.getByRole("button", { name: "Ещё", exact: true });
      if (await more.isVisible()) await more.click();
    },
  }),
  admin("command box", {
    path: () => "/admin/users",
    reads: false,
    act: async (page) => {
      await press()(page);
      await page.keyboard.press("Control+KeyK");
      await page.getByRole("textbox").last().fill("ма");
      await page.waitForTimeout(800);
    },
  }),
  { name: "help house", as: "owner", path: () => "/help/house" },
  { name: "help auctioneer", as: "auctioneer", path: () => "/help/auctioneer" },
  { name: "help admin", as: "admin", path: () => "/help/admin" },
];
