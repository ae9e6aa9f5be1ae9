// The pages of the house cabinet, and the dialogs met there.
import type { Page } from "playwright-core";
import type { Facts, Site } from "./facts.ts";
import { button, type Place, press } from "./place.ts";

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

const results = ({ finished }: Facts) => `/house-account/${finished.houseId}/results?catalog=${finished.id}`;

/** What was done with a page: it is not looked at in other states. */
const done = (place: Place, name: string, act: NonNullable<Place["act"]>): Place => ({
  ...place,
  name: `${place.name} ${name}`,
  reads: false,
  act,
});

/** Selects all rows; on a phone that is a mode of the list. */
const chooseRows = async (page: Page) => {
  const mode = page.getByRole("button", { name: "Выбрать", exact: true });
  if (await mode.isVisible()) await mode.click();
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
const IMPORT = coming("import", ({ id }) => `import?catalog=${id}`, { reads: false });

const sheet = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

export const HOUSE: readonly Place[] = [
  cabinet("today"),
  coming("today of a coming sale", () => "today"),
  cabinet("catalogs"),
  done(cabinet("catalogs"), "columns", async (page) => {
    // On a phone a row is a card, which shows all it has.
    const columns = page.getByRole("button", { name: "Колонки" });
    if (await columns.isVisible()) await columns.click();
  }),
  done(cabinet("catalogs"), "view", press(["button", "Виды"], ["menuitem", "Сохранить этот вид"])),
  cabinet("catalogs/new", { reads: false }),
  CATALOG,
  done(CATALOG, "acts", button("Действия")),
  done(CATALOG, "cancel", press(["button", "Действия"], ["menuitem", "Отменить торги"])),
  done(CATALOG, "rehearsal", button("Репетиция")),
  done(CATALOG, "unsaved", (page) =>
    page.getByRole("textbox", { name: "Название" }).first().fill("Иконопись"),
  ),
  coming("catalog of a finished sale", () => "", {
    as: "owner",
    path: ({ finished }) => `/house-account/${finished.houseId}/catalogs/${finished.id}`,
    reads: false,
  }),
  LOTS,
  done(LOTS, "chosen", async (page) => {
    await page.getByRole("checkbox").nth(1).check();
    await page.getByRole("checkbox").nth(2).check();
  }),
  done(LOTS, "columns", button("Колонки")),
  done(LOTS, "nothing found", async (page) => {
    await page.getByRole("searchbox", { name: "Поиск по лотам" }).fill("ничего такого");
    await page.waitForTimeout(600);
  }),
  done(LOTS, "views", button("Цены и фото")),
  coming("lots of an empty catalog", () => `lots?catalog=${empty}`, { before: draftWithoutLots }),
  LOT,
  done(LOT, "picture", button(/кадрировать и описать/)),
  done(LOT, "unsaved", (page) => page.getByRole("textbox", { name: "Название" }).first().fill("")),
  coming("lots/new", ({ id }) => `lots/new?catalog=${id}`, { reads: false }),
  cabinet("import"),
  {
    ...done(IMPORT, "without columns", (page) =>
      page.locator("input[type=file]").setInputFiles(sheet("лоты.csv", "Колонка;Другая\n1;2\n")),
    ),
    refused: [409, 422],
  },
  {
    ...done(IMPORT, "checked", async (page) => {
      const rows = [
        "Номер;Автор;Название;Стартовая цена;Категория",
        "901;Неизвестный автор;Пейзаж с мостом;1000;1",
        "902;;Натюрморт;много;1",
        ";Неизвестный автор;;2000;такой нет",
      ];
      const read = page.getByText("строк прочитано");
      // A catalog is checked once at a time, and another picture's check may still run.
      for (let tries = 0; tries < 6 && !(await read.isVisible()); tries += 1) {
        await page.locator("input[type=file]").setInputFiles(sheet("лоты.csv", `${rows.join("\n")}\n`));
        await read.waitFor({ timeout: 5_000 }).catch(() => undefined);
      }
    }),
    refused: [409],
  },
  ORDERS,
  done(ORDERS, "open", async (page) => {
    await page.locator("[data-order]").first().click();
  }),
  done(ORDERS, "chosen", (page) => page.getByRole("checkbox").first().check()),
  done(ORDERS, "order", press(["combobox", "Порядок заявок"])),
  QUERIES,
  done(QUERIES, "open", openQuery),
  done(QUERIES, "templates", async (page) => {
    await openQuery(page);
    await button("Шаблон")(page);
  }),
  done(QUERIES, "chosen", chooseRows),
  cabinet("queries without any", { path: ({ finished }) => `/house-account/${finished.houseId}/queries` }),
  RESULTS,
  done(RESULTS, "unsold", button("Выбрать")),
  cabinet("results of a running sale", {
    path: ({ finished }) => `/house-account/${finished.houseId}/results`,
    reads: false,
  }),
  cabinet("news"),
  cabinet("news/new", { reads: false }),
  cabinet("article", {
    path: ({ finished, article }) => `/house-account/${finished.houseId}/news/${article}`,
  }),
  PROFILE,
  STAFF,
  done(STAFF, "leaving", button(/Снять/)),
  cabinet("untrusted"),
  done(cabinet("untrusted"), "asking", async (page) => {
    await page.getByRole("textbox", { name: "E-mail или телефон" }).fill("new@demo.example");
    await page.getByRole("textbox", { name: "Причина" }).fill("Не оплатил две покупки осенью.");
    await page.getByRole("button", { name: "Добавить" }).click();
  }),
  cabinet("menu", {
    path: ({ finished }) => `/house-account/${finished.houseId}/today`,
    reads: false,
    act: async (page) => {
      const more = page.getByRole("button", { name: "Ещё", exact: true });
      if (await more.isVisible()) await more.click();
    },
  }),
  cabinet("command box", {
    path: ({ finished }) => `/house-account/${finished.houseId}/today`,
    reads: false,
    act: async (page) => {
      await page.keyboard.press("Control+KeyK");
      await page.getByRole("textbox", { name: "Лот, человек, торги или действие" }).fill("пейзаж");
      await page.waitForTimeout(800);
    },
  }),
  cabinet("not found", {
    path: ({ finished }) => `/house-account/${finished.houseId}/nowhere`,
    reads: false,
  }),
];
