// The pages of the admin area, and the dialogs met there.
import { type Act, allSections, button, commandBox, dialog, FULL, type Place, STATES } from "./place.ts";

const admin = (section: string, more: Partial<Place> = {}): Place => ({
  name: `admin ${section}`,
  as: "admin",
  path: () => `/admin/${section}`,
  states: STATES,
  ...more,
});

/** A page after something was pressed there. */
const pressed = (section: string, name: string, does: Act["does"], shows: Act["shows"]): Place =>
  admin(section, { name: `admin ${section} ${name}`, states: FULL, act: { does, shows } });

/** Opens the first account, and presses a button of its panel. */
const ofUser =
  (name?: string | RegExp): Act["does"] =>
  async (page) => {
    await page.getByText("@demo.example").first().click();
    if (name !== undefined) await button(name)(page);
  };

export const ADMIN: readonly Place[] = [
  admin("users"),
  pressed("users", "one", ofUser(), (page) => page.getByRole("button", { name: "Изменить e-mail" })),
  pressed("users", "deleting", ofUser(/^Удалить/), dialog("Удалить учётную запись?")),
  pressed("users", "e-mail", ofUser("Изменить e-mail"), dialog("Новый e-mail")),
  pressed("users", "inviting", ofUser(/Пригласить/), dialog("Пригласить в дом")),
  admin("users merge", {
    path: ({ people: [kept, double] }) => `/admin/users/merge?kept=${kept}&double=${double}`,
  }),
  admin("users merge without a double", {
    path: ({ people: [kept] }) => `/admin/users/merge?kept=${kept}`,
    states: FULL,
  }),
  admin("houses"),
  pressed(
    "houses",
    "one",
    (page) => page.getByText("Собрание Лаврова").first().click(),
    (page) => page.getByRole("button", { name: "Удалить дом" }),
  ),
  pressed("houses", "new", button("Добавить дом"), dialog("Новый дом")),
  admin("galleries"),
  admin("artists"),
  admin("artist", { path: ({ artists: [id] }) => `/admin/artists?id=${id}` }),
  admin("artists merge", {
    path: ({ artists: [one, other] }) => `/admin/artists/merge?first=${one}&second=${other}`,
  }),
  admin("artists merge without artists", { path: () => "/admin/artists/merge", states: FULL }),
  admin("news"),
  admin("news/new", { states: FULL }),
  admin("tokens"),
  pressed("tokens", "new", button("Выдать токен"), dialog("Выдать токен")),
  admin("banners"),
  pressed("banners", "new", button("Добавить баннер"), dialog("Новый баннер")),
  pressed("banners", "deleting", button(/^Удалить/), dialog("Удалить баннер?")),
  admin("staff"),
  admin("journal"),
  pressed(
    "journal",
    "record",
    (page) => page.locator("tbody tr, li button").first().click(),
    // Only an open record tells the second.
    (page) => page.getByText(/\d\d:\d\d:\d\d \(МСК\)/),
  ),
  admin("help"),
  pressed("help", "new", button("Добавить вопрос"), dialog("Вопрос")),
  pressed("help", "deleting", button(/^Удалить/), dialog("Удалить вопрос?")),
  admin("help glossary", { path: () => "/admin/help?tab=glossary" }),
  admin("partners"),
  pressed("partners", "new", button("Добавить партнёра"), dialog("Новый партнёр")),
  admin("contacts"),
  admin("synonyms"),
  pressed("synonyms", "new", button("Добавить синонимы"), dialog("Новые синонимы")),
  admin("notices"),
  pressed("notices", "new", button("Написать всем"), dialog("Сообщение всем")),
  admin("bets"),
  admin("bets of a lot", { path: ({ parallel: { lot } }) => `/admin/bets?lot=${lot}` }),
  admin("system"),
  admin("menu", {
    path: () => "/admin/users",
    states: FULL,
    ...allSections("Разделы администрирования"),
  }),
  admin("command box", { path: () => "/admin/users", states: FULL, act: commandBox("ма") }),
  { name: "help house", as: "owner", path: () => "/help/house" },
  { name: "help auctioneer", as: "auctioneer", path: () => "/help/auctioneer" },
  { name: "help admin", as: "admin", path: () => "/help/admin" },
];
