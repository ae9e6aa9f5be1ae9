// The pages of the house cabinet, and the dialogs met there.
import type { Page } from "playwright-core";
import type { Facts, Site } from "./facts.ts";
import {
  type Act,
  allSections,
  button,
  chosenBar,
  commandBox,
  dialog,
  FULL,
  heading,
  menu,
  type Place,
  press,
  record,
  STATES,
  unsavedBar,
} from "./place.ts";

const cabinet = (section: string, more: Partial<Place> = {}): Place => ({
  name: `house ${section}`,
  as: "owner",
  path: ({ finished }) => `/house-account/${finished.houseId}/${section}`,
  states: STATES,
  keeps: record("(house|catalog)"),
  ...more,
});

/** A page about the coming sale, which another house holds. */
const coming = (name: string, path: (sale: Facts["coming"]) => string, more: Partial<Place> = {}): Place =>
  cabinet(name, {
    as: "manager",
    path: ({ coming: sale }) => `/house-account/${sale.houseId}/${path(sale)}`,
    ...more,
  });

const results = ({ finished }: Facts) => `/house-account/${finished.houseId}/results?catalog=${finished.id}`;

/** What was done with a page: it is not looked at in other states. */
const done = (place: Place, name: string, does: Act["does"], shows: Act["shows"]): Place => ({
  ...place,
  name: `${place.name} ${name}`,
  states: FULL,
  act: { does, shows },
});

/** Shows the boxes of a list, which on a phone is a mode of it. */
const choosing = async (page: Page) => {
  const mode = page.getByRole("button", { name: "Выбрать", exact: true });
  await mode.or(page.getByRole("checkbox")).first().waitFor();
  if (await mode.isVisible()) await mode.click();
};

/** Selects all rows. */
const chooseRows = async (page: Page) => {
  await choosing(page);
  await page.getByRole("checkbox").first().check();
};

const CATALOG = coming("catalog", ({ id }) => `catalogs/${id}`);
const LOTS = coming("lots", ({ id }) => `lots?catalog=${id}`);
const LOT = coming("lot", ({ lot }) => `lots/${lot}`);
const ORDERS = cabinet("orders");
const RESULTS = cabinet("results", { path: results });
/** Asks the gallery for two prices, unless they were asked before. */
const askPrices = async (site: Site, { gallery }: Facts) => {
  const lots = await site.ask<{ items: { id: number }[] }>(
    null,
    "GET",
    `/api/house/${gallery}/gallery?pageSize=2`,
  );
  for (const { id } of lots.items) {
    await site
      .ask("trusted", "POST", `/api/queries/lots/${id}/price`, {
        number: "79000000006",
        email: "trusted@demo.example",
        message: "Есть ли следы реставрации, и можно ли посмотреть вещь в субботу?",
      })
      .catch((error: Error) => {
        if (!error.message.startsWith("409")) throw error;
      });
  }
};
const QUERIES = cabinet("queries", {
  as: "admin",
  before: askPrices,
  path: ({ gallery }) => `/house-account/${gallery}/queries?status=all`,
});
/** On a phone requests are cards, without buttons. */
const openQuery = (page: Page) => page.getByText("следы реставрации").first().click();

/** A draft without lots, which stays for the next walk. */
const EMPTY = "Черновик без лотов";
let empty = 0;
const draftWithoutLots = async (site: Site, { coming: { houseId } }: Facts) => {
  const path = `/api/catalog?houseId=${houseId}&search=${encodeURIComponent(EMPTY)}`;
  const [found] = (await site.ask<{ items: { id: number }[] }>("manager", "GET", path)).items;
  const made =
    found ??
    (await site.ask<{ id: number }>("manager", "POST", "/api/catalog", {
      title: EMPTY,
      houseId,
      catalogType: 0,
    }));
  empty = made.id;
};
const STAFF = cabinet("staff");
const PROFILE = cabinet("profile");
const IMPORT = coming("import", ({ id }) => `import?catalog=${id}`, { states: FULL });

/** The import of a table, once its check shows a heading. A catalog is checked once at a time, and another picture's check may still run. */
const imported = (
  name: string,
  title: string,
  rows: readonly string[],
  refused: readonly number[],
): Place => ({
  ...done(
    IMPORT,
    name,
    async (page) => {
      const buffer = Buffer.from(`${rows.join("\n")}\n`);
      const shown = heading(title)(page);
      for (let tries = 0; tries < 6 && !(await shown.isVisible()); tries += 1) {
        const file = { name: "лоты.csv", mimeType: "text/csv", buffer };
        await page.locator("input[type=file]").setInputFiles(file);
        await shown.waitFor({ timeout: 5_000 }).catch(() => undefined);
      }
    },
    heading(title),
  ),
  refused,
});

export const HOUSE: readonly Place[] = [
  cabinet("today"),
  coming("today of a coming sale", () => "today"),
  cabinet("catalogs"),
  // On a phone a row is a card, which shows all it has.
  { ...done(cabinet("catalogs"), "columns", button("Столбцы"), menu("Столбцы")), on: "wide" },
  done(
    cabinet("catalogs"),
    "view",
    press(["button", "Виды"], ["menuitem", "Сохранить этот вид"]),
    dialog("Сохранить вид"),
  ),
  cabinet("catalogs/new", { states: FULL }),
  CATALOG,
  done(CATALOG, "acts", button("Действия"), menu("Действия")),
  done(
    CATALOG,
    "cancel",
    press(["button", "Действия"], ["menuitem", "Отменить торги"]),
    dialog("Отменить торги?"),
  ),
  done(CATALOG, "rehearsal", button("Репетиция"), dialog("Репетиция")),
  done(
    CATALOG,
    "unsaved",
    (page) => page.getByRole("textbox", { name: "Название" }).first().fill("Иконопись и серебро"),
    unsavedBar,
  ),
  coming("catalog of a finished sale", () => "", {
    as: "owner",
    path: ({ finished }) => `/house-account/${finished.houseId}/catalogs/${finished.id}`,
    states: FULL,
  }),
  LOTS,
  done(
    LOTS,
    "chosen",
    async (page) => {
      await choosing(page);
      await page.getByRole("checkbox").nth(1).check();
      await page.getByRole("checkbox").nth(2).check();
    },
    chosenBar,
  ),
  { ...done(LOTS, "columns", button("Столбцы"), menu("Столбцы")), on: "wide" },
  done(
    LOTS,
    "nothing found",
    (page) => page.getByRole("searchbox", { name: "Поиск по лотам" }).fill("ничего такого"),
    heading("Ничего не найдено"),
  ),
  { ...done(LOTS, "views", button("Цены и фото"), menu("Цены и фото")), on: "wide" },
  coming("lots of an empty catalog", () => `lots?catalog=${empty}`, { before: draftWithoutLots }),
  LOT,
  done(LOT, "picture", button(/кадрировать и описать/), (page) =>
    dialog("Фотография 1")(page).getByRole("img", { name: "Вся фотография" }),
  ),
  done(
    LOT,
    "unsaved",
    (page) => page.getByRole("textbox", { name: "Название" }).first().fill(""),
    unsavedBar,
  ),
  coming("lots/new", ({ id }) => `lots/new?catalog=${id}`, { states: FULL }),
  cabinet("import"),
  imported("without columns", "Столбцы файла", ["Колонка;Другая", "1;2"], [409, 422]),
  imported(
    "checked",
    "Строки с ошибками",
    [
      "Номер;Автор;Название;Стартовая цена;Категория",
      "901;Неизвестный автор;Пейзаж с мостом;1000;1",
      "902;;Натюрморт;много;1",
      ";Неизвестный автор;;2000;такой нет",
    ],
    [409],
  ),
  ORDERS,
  done(
    ORDERS,
    "open",
    (page) => page.locator("[data-order]").first().click(),
    (page) => page.getByRole("textbox", { name: "Заключение" }),
  ),
  done(ORDERS, "chosen", (page) => page.getByRole("checkbox").first().check(), chosenBar),
  done(ORDERS, "order", press(["combobox", "Порядок заявок"]), (page) =>
    page.getByRole("option", { name: "По имени", exact: true }),
  ),
  QUERIES,
  done(QUERIES, "open", openQuery, heading("Запрос цены")),
  done(
    QUERIES,
    "templates",
    async (page) => {
      await openQuery(page);
      await button("Шаблон")(page);
    },
    menu("Шаблон"),
  ),
  done(QUERIES, "chosen", chooseRows, chosenBar),
  cabinet("queries without any", { path: ({ finished }) => `/house-account/${finished.houseId}/queries` }),
  RESULTS,
  done(RESULTS, "unsold", button("Куда перенести"), menu("Куда перенести")),
  cabinet("results of a running sale", {
    path: ({ finished }) => `/house-account/${finished.houseId}/results`,
    states: FULL,
  }),
  cabinet("news"),
  cabinet("news/new", { states: FULL }),
  cabinet("article", {
    path: ({ finished, article }) => `/house-account/${finished.houseId}/news/${article}`,
  }),
  PROFILE,
  STAFF,
  done(STAFF, "leaving", button(/Снять/), dialog("Снять роль?")),
  cabinet("untrusted"),
  done(
    cabinet("untrusted"),
    "asking",
    async (page) => {
      await page.getByRole("textbox", { name: "E-mail или телефон" }).fill("new@demo.example");
      await page.getByRole("textbox", { name: "Причина" }).fill("Не оплатил две покупки осенью.");
      await page.getByRole("button", { name: "Добавить" }).click();
    },
    dialog("Добавить в особый список?"),
  ),
  cabinet("menu", {
    path: ({ finished }) => `/house-account/${finished.houseId}/today`,
    states: FULL,
    ...allSections("Разделы кабинета"),
  }),
  cabinet("command box", {
    path: ({ finished }) => `/house-account/${finished.houseId}/today`,
    states: FULL,
    act: commandBox("пейзаж"),
  }),
  cabinet("not found", {
    path: ({ finished }) => `/house-account/${finished.houseId}/nowhere`,
    states: FULL,
  }),
];
