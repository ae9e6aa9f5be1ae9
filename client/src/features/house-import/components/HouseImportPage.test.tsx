import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { ImportReport, ImportRunShort } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { categories, makeCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { serveUploads } from "@/testing/uploads";
import { CatalogState } from "@/trade/enums";
import { clearImport, importOf } from "../model/importRun";

const report: ImportReport = {
  dryRun: true,
  applied: false,
  format: "csv",
  sheet: null,
  encoding: "UTF-8",
  columns: [
    { heading: "№", field: "catalogLotId" },
    { heading: "Имя", field: "titleRu" },
    { heading: "Старт", field: "price.start" },
  ],
  unknownColumns: [],
  rowsRead: 2,
  new: 1,
  changed: 0,
  unchanged: 0,
  refused: 1,
  changedRows: [],
  refusedRows: [
    {
      row: 57,
      number: "1",
      errors: [{ field: "price.start", column: "Старт", message: "Не сумма: «дорого»" }],
      cells: { catalogLotId: "1", titleRu: "Вечерний звон", "price.start": "дорого" },
    },
  ],
  readFromDescriptions: { title: 0, author: 0, period: 0, size: 0 },
  pictures: { found: 0, added: 0, unchanged: 0, refused: 0, unmatched: 0 },
  refusedPictures: [],
  unmatchedPictures: [],
  ignoredFiles: [],
};

interface Sent {
  query: string;
  options: unknown;
}

/** Answers imports one after another. `runs` are those that the server remembers. */
function open(answers: (() => Response)[], runs: readonly ImportRunShort[] = []) {
  clearImport(1);
  const uploads = serveUploads();
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const sent: Sent[] = [];
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", () =>
      json(
        pageOf([
          makeCatalog({ id: 10, state: CatalogState.Temporary, title: "Черновик торгов" }),
          makeCatalog({ id: 11, state: CatalogState.Scheduled, title: "Зимние торги" }),
          makeCatalog({ id: 12, state: CatalogState.Completed, title: "Прошедшие торги" }),
        ]),
      ),
    ),
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/house/1/imports", () => json(runs)),
    http.post("*/api/catalog/10/import", async ({ request }) => {
      const text = await request.text();
      const options = /name="options"\r\n\r\n(.*)\r\n/.exec(text)?.[1] ?? "null";
      sent.push({ query: new URL(request.url).search, options: JSON.parse(options) });
      return answers[sent.length - 1]?.() ?? problem(500);
    }),
  );
  const rendered = renderApp("/house-account/1/import?catalog=10");
  const person = userEvent.setup();
  const choose = async () => {
    await screen.findByRole("button", { name: /Выберите файл/ });
    const field = rendered.container.querySelector<HTMLInputElement>("input[type=file]");
    if (!field) throw new Error("no file field");
    const table = new File(["№;Имя;Старт"], "Пейзаж.csv", { type: "text/csv" });
    await person.upload(field, table);
    return table;
  };
  return { sent, uploads, person, choose, ...rendered };
}

const answer = (result: ImportReport, detail?: string) => () =>
  new HttpResponse(
    `{"stage":"rows","done":2,"total":2}\n${JSON.stringify({ result, problem: detail ? { status: 409, title: "import_refused", detail } : null })}\n`,
    { headers: { "content-type": "application/x-ndjson" } },
  );

it("checks first, takes corrections in the table, and then stores the lots", async () => {
  const mended: ImportReport = { ...report, new: 2, refused: 0, refusedRows: [] };
  const { sent, person, choose, container } = open([
    answer(report),
    answer(mended),
    answer({ ...mended, dryRun: false, applied: true }),
  ]);
  await choose();
  const row = within((await screen.findByText("Вечерний звон")).closest("tr") as HTMLElement);
  expect(row.getByText("Старт: Не сумма: «дорого»")).toBeVisible();
  expect(sent[0]?.query).toBe("?dryRun=true&skipRefused=false");
  await expectAccessible(container);

  const field = row.getByRole("textbox", { name: "Старт, строка 57" });
  await person.clear(field);
  await person.type(field, "12 000");
  await person.click(row.getByRole("button", { name: "Принять" }));
  expect(screen.getByText("Исправлено вами")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Проверить ещё раз" }));
  await waitFor(() =>
    expect(sent[1]?.options).toEqual({
      columns: {},
      corrections: [{ row: 57, field: "price.start", value: "12 000" }],
      fileName: "Пейзаж.csv",
    }),
  );
  await person.click(await screen.findByRole("button", { name: /Загрузить 2/ }));
  expect(await screen.findByRole("heading", { name: "Лоты загружены" })).toBeVisible();
  expect(sent[2]?.query).toBe("?dryRun=false&skipRefused=false");
});

it("leads to another file, or to the check of the corrections, where every row is refused", async () => {
  const { person, choose } = open([answer({ ...report, new: 0, changed: 0 })]);
  await choose();
  const main = () => screen.getAllByRole("button").filter((button) => button.dataset.variant === "bid");
  expect(await screen.findByRole("button", { name: "Выбрать другой файл" })).toBeVisible();
  expect(main().map(({ textContent }) => textContent)).toEqual(["Выбрать другой файл"]);
  expect(screen.queryByRole("button", { name: /^Загрузить/ })).not.toBeInTheDocument();

  const row = within(screen.getByText("Вечерний звон").closest("tr") as HTMLElement);
  const field = row.getByRole("textbox", { name: "Старт, строка 57" });
  await person.clear(field);
  await person.type(field, "12 000");
  await person.click(row.getByRole("button", { name: "Принять" }));
  expect(main().map(({ textContent }) => textContent)).toEqual(["Проверить ещё раз"]);
});

it("asks what the headings mean when required columns are missing", async () => {
  const { sent, person, choose } = open([
    () =>
      problem(422, {
        title: "validation_failed",
        errors: { file: ["В таблице не хватает столбцов: «Номер лота»"], headings: ["Инв.", "Имя"] },
      }),
    answer(report),
  ]);
  await choose();
  expect(await screen.findByText("В таблице не хватает столбцов: «Номер лота»")).toBeVisible();
  await person.click(screen.getByRole("combobox", { name: "Инв." }));
  await person.click(await screen.findByRole("option", { name: "Номер лота" }));
  await person.click(screen.getByRole("button", { name: "Проверить с этими столбцами" }));
  await waitFor(() =>
    expect(sent[1]?.options).toMatchObject({ columns: { "Инв.": "catalogLotId" }, corrections: [] }),
  );
  expect(await screen.findByText("Вечерний звон")).toBeVisible();
});

it("warns before a reload would lose corrections; the server keeps reports", async () => {
  const mended: ImportReport = { ...report, new: 2, refused: 0, refusedRows: [] };
  const { person, choose } = open([answer(report), answer({ ...mended, dryRun: false, applied: true })]);
  const warns = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await screen.findByRole("button", { name: /Выберите файл/ });
  expect(warns()).toBe(false);
  await choose();
  const row = within((await screen.findByText("Вечерний звон")).closest("tr") as HTMLElement);
  expect(warns()).toBe(false);
  const field = row.getByRole("textbox", { name: "Старт, строка 57" });
  await person.clear(field);
  await person.type(field, "12 000");
  await person.click(row.getByRole("button", { name: "Принять" }));
  expect(warns()).toBe(true);
  await person.click(screen.getByRole("button", { name: /Загрузить 1/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Загрузить без отклонённого?" }));
  await person.click(dialog.getByRole("button", { name: /Загрузить 1/ }));
  expect(await screen.findByRole("heading", { name: "Лоты загружены" })).toBeVisible();
  expect(warns()).toBe(false);
});

it("keeps the run while people look elsewhere in the cabinet", async () => {
  const { choose, router } = open([answer(report)]);
  await choose();
  await screen.findByText("Вечерний звон");
  await router.navigate("/house-account/1/orders");
  await screen.findByRole("heading", { name: "Заявки на участие" });
  await router.navigate("/house-account/1/import?catalog=10");
  expect(await screen.findByText("Вечерний звон")).toBeVisible();
});

it("starts over at the address of another catalog", async () => {
  const { choose, router } = open([answer(report)]);
  await choose();
  await screen.findByText("Вечерний звон");
  await router.navigate("/house-account/1/import?catalog=11");
  expect(await screen.findByRole("combobox", { name: "Каталог" })).toHaveValue("Зимние торги");
  expect(screen.queryByText("Вечерний звон")).not.toBeInTheDocument();
  expect(importOf(1).file).toBeNull();
});

it("stays with the import that runs", async () => {
  let finish: (() => void) | undefined;
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { choose, router } = open([]);
  server.use(
    http.post("*/api/catalog/10/import", async () => {
      await running;
      return answer(report)();
    }),
  );
  await choose();
  await router.navigate("/house-account/1/import?catalog=11");
  await waitFor(() => expect(router.location.search).toBe("?catalog=10"));
  finish?.();
  expect(await screen.findByText("Вечерний звон")).toBeVisible();
});

it("offers no other catalog in place of one that takes no lots", async () => {
  const { router } = open([]);
  await router.navigate("/house-account/1/import?catalog=12");
  expect(await screen.findByText("«Прошедшие торги» больше не принимает лоты")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Выберите файл/ })).not.toBeInTheDocument();
  expect(screen.getByRole("combobox", { name: "Каталог" })).toHaveValue("");
});

it("proposes a draft before a sale that runs, and warns about the latter", async () => {
  const { person, router, container } = open([]);
  server.use(
    http.get("*/api/catalog/house/1", () =>
      json(
        pageOf([
          makeCatalog({ id: 13, state: CatalogState.InProcess, title: "Вечерние торги" }),
          makeCatalog({ id: 11, state: CatalogState.Scheduled, title: "Зимние торги" }),
          makeCatalog({ id: 10, state: CatalogState.Temporary, title: "Черновик торгов" }),
        ]),
      ),
    ),
  );
  await router.navigate("/house-account/1/import");
  const field = await screen.findByRole("combobox", { name: "Каталог" });
  await waitFor(() => expect(field).toHaveValue("Черновик торгов (черновик)"));
  expect(screen.queryByText(/сразу попадут в идущие торги$/)).not.toBeInTheDocument();
  await person.click(field);
  await person.click(await screen.findByRole("option", { name: "Вечерние торги (торги идут)" }));
  expect(await screen.findByText(/сразу попадут в идущие торги$/)).toBeVisible();
  await expectAccessible(container);
});

it("leads to a new catalog where none takes lots", async () => {
  open([]);
  server.use(http.get("*/api/catalog/house/1", () => json(pageOf([]))));
  expect(await screen.findByRole("link", { name: "Новый каталог" })).toHaveAttribute(
    "href",
    "/house-account/1/catalogs/new",
  );
});

/** Sends a table of 21 bytes until four have arrived, leaves, and comes back to the page. */
async function leaveHalfWay() {
  const page = open([answer(report)]);
  let breaks = true;
  server.use(
    http.patch("*/api/uploads/:id", ({ params }) => {
      if (!breaks) return undefined;
      const upload = page.uploads.get(String(params.id));
      if (upload) upload.bytes = 4;
      return Response.error();
    }),
  );
  const table = await page.choose();
  await waitFor(() => expect([...page.uploads.values()]).toEqual([{ length: 21, bytes: 4 }]));
  await page.person.click(screen.getByRole("button", { name: "Остановить" }));
  act(() => clearImport(1));
  breaks = false;
  expect(await screen.findByText(/^Загрузка «Пейзаж.csv» не закончена: 19\s% из 21\sБ$/)).toBeInTheDocument();
  return { ...page, table };
}

it("continues a file whose sending was left half way, once that file is chosen again", async () => {
  const { person, container, uploads, table } = await leaveHalfWay();
  await expectAccessible(container);
  const field = screen.getByLabelText("Продолжить загрузку Пейзаж.csv");
  await person.upload(field, new File(["другое"], "Пейзаж.csv", { type: "text/csv" }));
  expect(screen.getByText(/^Это другой файл. Нужен «Пейзаж.csv»/)).toBeVisible();
  await person.upload(field, table);
  expect(await screen.findByText("Вечерний звон")).toBeVisible();
  expect([...uploads.values()]).toEqual([{ length: 21, bytes: 21 }]);
});

it("drops a file whose sending was left half way", async () => {
  const { person, uploads } = await leaveHalfWay();
  await person.click(screen.getByRole("button", { name: "Удалить" }));
  await waitFor(() => expect(screen.queryByText(/не закончена/)).not.toBeInTheDocument());
  expect(uploads.size).toBe(0);
});

const run: ImportRunShort = {
  id: 5,
  state: "stored",
  catalogId: 10,
  catalogTitle: "Черновик торгов",
  accountName: "Мария Лапина",
  fileName: "Осень.xlsx",
  dryRun: false,
  started: "2026-11-21T09:00:00.000Z",
  ended: "2026-11-21T09:01:00.000Z",
  counts: { new: 12, changed: 3, unchanged: 0, refused: 2, refusedPictures: 1 },
  problem: null,
};

it("finds the imports of closed pages: what came of them, and their reports", async () => {
  const bare = { counts: null, ended: null, dryRun: true };
  const { person, container } = open(
    [],
    [
      run,
      { ...run, ...bare, id: 4, state: "broken" },
      { ...run, ...bare, id: 3, state: "failed", problem: "Аукцион менялся во время импорта" },
    ],
  );
  server.use(http.get("*/api/house/1/imports/5", () => json({ run, report })));
  const list = within(await screen.findByRole("list", { name: "Недавние импорты" }));
  expect(list.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringContaining(
      "Лоты загружены: новых 12, изменено 3, отклонено строк 2, отклонено фотографий 1",
    ),
    expect.stringContaining("Прервано: сервер остановился. Лоты не изменились, повторите импорт"),
    expect.stringContaining("Не удалось: Аукцион менялся во время импорта"),
  ]);
  await expectAccessible(container);
  const saved = catchDownloads();
  // Only a run with a report has one to save.
  await person.click(screen.getByRole("button", { name: /^Отчёт: «Осень.xlsx»/ }));
  await waitFor(() => expect(saved.files).toHaveLength(1));
  expect(await saved.files[0]?.text()).toContain("Не сумма: «дорого»");
  saved.restore();
});

it("follows an import that another page began until it ends", async () => {
  const runs: ImportRunShort[] = [{ ...run, state: "running", counts: null, ended: null }];
  open([], runs);
  expect(await screen.findByText("Идёт")).toBeVisible();
  runs[0] = run;
  expect(await screen.findByText(/^Лоты загружены: новых 12/)).toBeVisible();
});

it("says that the list of imports did not load, and asks again", async () => {
  const { person, container } = open([], [run]);
  let fails = true;
  server.use(http.get("*/api/house/1/imports", () => (fails ? problem(422) : undefined)));
  const block = within(await screen.findByRole("region", { name: "Недавние импорты" }));
  expect(block.getByText("Недавние импорты не загрузились.")).toBeVisible();
  await expectAccessible(container);
  fails = false;
  await person.click(block.getByRole("button", { name: "Повторить" }));
  expect(await screen.findByText(/^Лоты загружены: новых 12/)).toBeVisible();
});
