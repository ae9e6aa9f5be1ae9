import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CatalogShort, GridLot, LotNumber } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { categories, makeCatalog, makeFullHouse, makeFullLot, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { CatalogState, CatalogType } from "@/trade/enums";
import type { LotCells } from "../api/grid";
import { withCell } from "../model/useGridEdits";

// jsdom lays nothing out: without a height no row would be in view.
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1100);
});

const draft = makeCatalog({ id: 10, state: CatalogState.Temporary, title: "Черновик торгов" });

interface Creation {
  titleRu: string;
  catalogLotId: number | null;
  price: { start: number };
}

const three = () => [
  makeGridLot({ id: 1, catalogLotId: 1 }),
  makeGridLot({ id: 2, catalogLotId: 2, titleRu: "Вечерний звон" }),
  makeGridLot({ id: 3, catalogLotId: 3, titleRu: "Зимняя дорога" }),
];

/** A house's lots, and a server that creates lots from 101 on. */
function open(lots: GridLot[] = three(), catalog: CatalogShort = draft, more = "") {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const held = {
    lots,
    /** Titles of the lots that were to be created, with their start prices. */
    sent: [] as [string, number][],
    edits: [] as LotCells[][],
    deleted: [] as number[],
    /** How many deletions were on their way at once. */
    deleting: { now: 0, most: 0 },
    numbers: [] as LotNumber[],
    readable: true,
    /** What the server does about a creation before it stores anything; an answer refuses it. */
    meets: (_: Creation): Response | undefined | Promise<Response | undefined> => undefined,
    /** Loses the answer about a stored lot. */
    loses: (_: Creation): Response | undefined => undefined,
  };
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", () => json(pageOf([catalog]))),
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/house/1/grid", () => (held.readable ? json(held.lots) : problem(404))),
    http.put("*/api/house/1/grid", async ({ request }) => {
      const { changes } = (await request.json()) as { changes: LotCells[] };
      held.edits.push(changes);
      held.lots = held.lots.map((lot) =>
        (changes.find(({ lotId }) => lotId === lot.id)?.cells ?? []).reduce(withCell, lot),
      );
      return json({ lots: held.lots, refused: [] });
    }),
    http.put("*/api/catalog/10/lot-numbers", async ({ request }) => {
      held.numbers = ((await request.json()) as { lots: LotNumber[] }).lots;
      return json(held.numbers);
    }),
    http.post("*/api/lots", async ({ request }) => {
      const body = (await request.json()) as Creation;
      held.sent.push([body.titleRu, body.price.start]);
      const refusal = await held.meets(body);
      if (refusal) return refusal;
      const id = Math.max(100, ...held.lots.map((lot) => lot.id)) + 1;
      const { price } = makeGridLot();
      const lot = makeGridLot({
        id,
        catalogLotId: body.catalogLotId ?? id,
        titleRu: body.titleRu,
        price: { ...price, start: body.price.start },
      });
      held.lots = [...held.lots, lot];
      const stored = makeFullLot({ id, catalogLotId: lot.catalogLotId, titleRu: lot.titleRu });
      return held.loses(body) ?? json({ ...stored, price: { ...stored.price, start: body.price.start } });
    }),
    http.delete("*/api/lots/:id", async ({ params }) => {
      const id = Number(params.id);
      held.deleting.now += 1;
      held.deleting.most = Math.max(held.deleting.most, held.deleting.now);
      await new Promise((resolve) => setTimeout(resolve));
      held.deleting.now -= 1;
      held.deleted.push(id);
      held.lots = held.lots.filter((lot) => lot.id !== id);
      return json({});
    }),
  );
  const rendered = renderApp(`/house-account/1/lots?catalog=10${more}`);
  return { held, person: userEvent.setup(), ...rendered };
}

/** A cell of the grid by its row, without the headings, and its column's name. */
async function cell(row: number, column: string): Promise<HTMLElement> {
  const grid = await screen.findByRole("grid", { name: "Лоты" });
  const headers = within(grid)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
  const found = within(grid).getAllByRole("row")[row + 1];
  const cells = found ? within(found).getAllByRole("gridcell") : [];
  const one = cells[headers.findIndex((text) => text?.startsWith(column))];
  if (!one) throw new Error(`no cell ${row} ${column}`);
  return one;
}

/** Pastes rows over the last lot, which is the third one, and below it. The first row repeats that lot's title. */
async function paste(person: ReturnType<typeof userEvent.setup>, rows: string, first = "Зимняя дорога") {
  await person.click(await cell(2, "Название"));
  fireEvent.paste(await cell(2, "Название"), { clipboardData: { getData: () => `${first}\n${rows}` } });
  return within(await screen.findByRole("dialog", { name: /^Создать ещё/ }));
}

async function create(person: ReturnType<typeof userEvent.setup>, rows: string, first?: string) {
  const dialog = await paste(person, rows, first);
  await person.click(dialog.getByRole("button", { name: "Создать" }));
}

const verdict = async (row: number) => cell(row, "Проверка");

/** Holds creations until they are let go, one after another. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    pass: () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined))),
    letGo: () => act(async () => waiting.shift()?.()),
  };
}

describe("rows pasted beyond the end of the grid", () => {
  const TABLE = "Этюд\t\t5000\nСкала\t\t6 тыс\n\t\t700\nВечер\t\tмного\n\t\t\n";
  const refuses = ({ titleRu }: Creation) =>
    titleRu === "Скала" ? problem(422, { errors: { titleRu: ["Такой лот уже есть"] } }) : undefined;

  it("become no lots if the person would rather not", async () => {
    const { held, person } = open();
    const dialog = await paste(person, TABLE);
    await person.click(dialog.getByRole("button", { name: "Не надо" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.queryByText("Этюд")).not.toBeInTheDocument();
    expect(held.sent).toEqual([]);
  });

  it("stay with their reasons until they are mended or dropped", async () => {
    const { held, person, container } = open();
    held.meets = refuses;
    await create(person, TABLE);
    expect(await screen.findByText("Такой лот уже есть")).toBeVisible();
    expect(await cell(4, "Старт")).toHaveTextContent("6 000");
    expect(screen.getByText("Укажите название лота")).toBeVisible();
    expect(screen.getByText("Нужно целое число")).toBeVisible();
    // The made lot stands among the others, the refused rows below it.
    await waitFor(async () => expect(await cell(3, "№")).toHaveTextContent("101"));
    expect(await cell(4, "Название")).toHaveTextContent("Скала");
    expect(await cell(5, "Старт")).toHaveTextContent("700");
    expect(await cell(6, "Старт")).toHaveTextContent("много");
    expect(screen.getByText("3 строки ещё не стали лотами")).toBeVisible();
    await expectAccessible(container);

    held.meets = () => undefined;
    await person.click(screen.getByRole("button", { name: "Повторить" }));
    await waitFor(() => expect(held.sent.at(-1)).toEqual(["Скала", 6000]));
    await waitFor(async () => expect(await cell(6, "Старт")).toHaveTextContent("много"));

    await person.click(await cell(5, "Название"));
    await person.keyboard("Берег{Enter}");
    await waitFor(() => expect(held.sent.at(-1)).toEqual(["Берег", 700]));
    await person.click(await screen.findByRole("button", { name: "Убрать" }));
    await waitFor(() => expect(screen.queryByText("Вечер")).not.toBeInTheDocument());
    expect(held.sent).toHaveLength(4);
  });

  it("are dropped all at once when asked to", async () => {
    const { held, person } = open();
    held.meets = refuses;
    await create(person, TABLE);
    await person.click(await screen.findByRole("button", { name: "Убрать все" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Убрать 3.строки\?$/ }));
    await person.click(dialog.getByRole("button", { name: "Убрать" }));
    await waitFor(() => expect(screen.queryByText("Скала")).not.toBeInTheDocument());
    expect(screen.queryByText("Такой лот уже есть")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Убрать все" })).not.toBeInTheDocument();
    expect(screen.getByText("Этюд")).toBeVisible();
  });

  it("make one lot of a refused row that is mended twice", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = refuses;
    await create(person, "Скала\t\t500");
    await screen.findByText("Такой лот уже есть");
    held.meets = pass;
    await person.click(await cell(3, "Название"));
    await person.keyboard("Утёс{Enter}");
    await waitFor(() => expect(held.sent).toHaveLength(2));
    await person.click(await cell(3, "Старт"));
    await person.keyboard("700{Enter}");
    await letGo();
    // The second edit came while the lot was being created, so it changes that lot.
    await waitFor(() =>
      expect(held.edits).toEqual([[{ lotId: 101, cells: [{ field: "start", was: "500", now: "700" }] }]]),
    );
    expect(held.sent).toEqual([
      ["Скала", 500],
      ["Утёс", 500],
    ]);
    await waitFor(async () => expect(await cell(3, "Старт")).toHaveTextContent("700"));
    expect(held.lots).toHaveLength(4);
  });

  it("are sent once and as they were edited last, if they waited meanwhile", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = pass;
    await create(person, "Этюд\t\t5000\nСкала\t\t6000");
    await waitFor(async () => expect(await verdict(4)).toHaveTextContent("Ждёт очереди"));
    await person.click(await cell(4, "Название"));
    await person.keyboard("Утёс{Enter}");
    await person.click(await cell(4, "Старт"));
    await person.keyboard("7000{Enter}");
    await letGo();
    await waitFor(() => expect(held.sent).toHaveLength(2));
    await letGo();
    await waitFor(async () => expect(await cell(4, "№")).toHaveTextContent("102"));
    expect(held.sent).toEqual([
      ["Этюд", 5000],
      ["Утёс", 7000],
    ]);
    expect(held.edits).toEqual([]);
  });

  it("are not sent while a cell of theirs cannot be read", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = pass;
    await create(person, "Этюд\t\t5000\nСкала\t\t6000");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await person.click(await cell(4, "Старт"));
    await person.keyboard("много{Enter}");
    await letGo();
    expect(
      await screen.findByText(/^Не создано: 1.лот\. Строка с объяснением осталась внизу таблицы$/),
    ).toBeVisible();
    expect(held.sent).toHaveLength(1);
    expect(await verdict(4)).toHaveTextContent("Нужно целое число");
  });

  it("are tried again if they were edited while the server refused them", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = async (lot) => (await pass()) ?? refuses(lot);
    await create(person, "Скала\t\t500");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await person.click(await cell(3, "Название"));
    await person.keyboard("Утёс{Enter}");
    await letGo();
    await waitFor(() => expect(held.sent.at(-1)).toEqual(["Утёс", 500]));
    await letGo();
    await waitFor(async () => expect(await cell(3, "№")).toHaveTextContent("101"));
    expect(screen.queryByText("Такой лот уже есть")).not.toBeInTheDocument();
  });

  it("keep the editor that is open when they become lots", async () => {
    const { held, person } = open([...three(), makeGridLot({ id: 9, catalogLotId: 900 })]);
    const { pass, letGo } = gate();
    held.meets = pass;
    await person.click(await cell(3, "Название"));
    fireEvent.paste(await cell(3, "Название"), {
      clipboardData: { getData: () => "Рассвет на Волге\nЭтюд\t\t500" },
    });
    await person.click(await screen.findByRole("button", { name: "Создать" }));
    await waitFor(async () => expect(await verdict(4)).toHaveTextContent("Создаётся"));
    await person.click(await cell(4, "Старт"));
    await person.keyboard("70");
    await letGo();
    await screen.findByText(/^Создано: 1.лот/);
    await person.keyboard("0{Enter}");
    await waitFor(() =>
      expect(held.edits).toEqual([[{ lotId: 101, cells: [{ field: "start", was: "500", now: "700" }] }]]),
    );
    // Then it takes its place, before lot 900.
    await waitFor(async () => expect(await cell(3, "№")).toHaveTextContent("101"));
  });

  it.each([
    ["the line is down", () => HttpResponse.error()],
    ["the server is slow", () => problem(504)],
    ["the outcome of the commit is unknown", () => problem(503)],
  ])("are looked up before they are sent again when the answer was lost: %s", async (_why, loses) => {
    const { held, person } = open();
    held.loses = loses;
    await create(person, "Этюд\t\t5000\nСкала\t\t6000");
    expect(await screen.findByText("Неизвестно, создан ли лот: ответ не пришёл")).toBeVisible();
    expect(await screen.findByText("Неизвестно, создан ли лот «Этюд»: ответ не пришёл")).toBeVisible();
    // The others wait: each of them would be as doubtful.
    expect(await verdict(4)).toHaveTextContent("Создание остановлено");
    expect(held.sent).toHaveLength(1);

    held.loses = () => undefined;
    await person.click(screen.getByRole("button", { name: "Проверить и повторить" }));
    await waitFor(async () => expect(await cell(3, "№")).toHaveTextContent("101"));
    expect(screen.queryByText("Неизвестно, создан ли лот: ответ не пришёл")).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Продолжить" }));
    await waitFor(async () => expect(await cell(4, "№")).toHaveTextContent("102"));
    expect(held.sent).toEqual([
      ["Этюд", 5000],
      ["Скала", 6000],
    ]);
  });

  it("are sent again after a lost answer if there is no such lot, and not while that cannot be known", async () => {
    const { held, person } = open();
    held.meets = () => HttpResponse.error();
    await create(person, "Этюд\t\t5000");
    await screen.findByText("Неизвестно, создан ли лот: ответ не пришёл");
    held.meets = () => undefined;
    held.readable = false;
    await person.click(screen.getByRole("button", { name: "Продолжить" }));
    await waitFor(() =>
      expect(screen.getAllByText("Неизвестно, создан ли лот «Этюд»: ответ не пришёл")).toHaveLength(2),
    );
    expect(held.sent).toHaveLength(1);
    held.readable = true;
    await person.click(screen.getByRole("button", { name: "Продолжить" }));
    await waitFor(async () => expect(await cell(3, "№")).toHaveTextContent("101"));
    expect(held.sent).toHaveLength(2);
  });

  it("count while they become lots, and stop and go on when asked to", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = pass;
    await create(person, "Этюд\nСкала\nВечер");
    expect(await screen.findByText("Создаются лоты: 0 из 3")).toBeVisible();
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await letGo();
    expect(await screen.findByText("Создаются лоты: 1 из 3")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Остановить" }));
    await letGo();
    expect(await screen.findByText("1 строка ещё не стала лотом")).toBeVisible();
    expect(await screen.findByText(/^Создано: 2.лота/)).toBeVisible();
    expect(held.sent.map(([title]) => title)).toEqual(["Этюд", "Скала"]);
    // An edit does not go on by itself.
    await person.click(await cell(5, "Старт"));
    await person.keyboard("700{Enter}");
    expect(await verdict(5)).toHaveTextContent("Создание остановлено");
    await person.click(screen.getByRole("button", { name: "Продолжить" }));
    await waitFor(() => expect(held.sent).toHaveLength(3));
    expect(held.sent.at(-1)).toEqual(["Вечер", 700]);
    await letGo();
    await waitFor(async () => expect(await cell(5, "№")).toHaveTextContent("103"));
    expect(screen.queryByRole("region", { name: "Новые лоты" })).not.toBeInTheDocument();
  });

  it("wait after a stop even if the one on its way was edited and refused", async () => {
    const { held, person } = open();
    const { pass, letGo } = gate();
    held.meets = async (lot) => (await pass()) ?? refuses(lot);
    await create(person, "Скала\nВечер");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await person.click(await cell(3, "Старт"));
    await person.keyboard("700{Enter}");
    await person.click(screen.getByRole("button", { name: "Остановить" }));
    await letGo();
    expect(await screen.findByText("2 строки ещё не стали лотами")).toBeVisible();
    expect(await verdict(3)).toHaveTextContent("Создание остановлено");
    expect(held.sent).toHaveLength(1);
  });

  it("become no lots any more once the person has left", async () => {
    const { held, person, router } = open();
    const { pass, letGo } = gate();
    held.meets = pass;
    await create(person, "Этюд\nСкала\n\t\t700");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await act(() => router.navigate("/house-account/1/today"));
    const leaving = within(await screen.findByRole("dialog", { name: "Уйти со страницы?" }));
    expect(leaving.getByText(/^3.строки ещё не стали лотами и пропадут\.$/)).toBeVisible();
    await person.click(leaving.getByRole("button", { name: "Не надо" }));
    expect(router.location.pathname).toBe("/house-account/1/lots");

    await act(() => router.navigate("/house-account/1/today"));
    await person.click(await screen.findByRole("button", { name: "Уйти" }));
    // Until the page is gone, the next row would be sent.
    await waitFor(() => expect(screen.queryByRole("grid", { name: "Лоты" })).not.toBeInTheDocument());
    expect(router.location.pathname).toBe("/house-account/1/today");
    await letGo();
    // What was on its way is a lot, and can be taken back. Of the rows, which are gone, nothing is said.
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(held.deleted).toEqual([101]));
    expect(held.sent).toEqual([["Этюд", 0]]);
    expect(screen.queryByText(/внизу таблицы/)).not.toBeInTheDocument();
  });

  it("let the person leave by themselves once they are lots", async () => {
    const { held, person, router } = open();
    const { pass, letGo } = gate();
    held.meets = pass;
    await create(person, "Этюд");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    await act(() => router.navigate("/house-account/1/today"));
    const leaving = within(await screen.findByRole("dialog", { name: "Уйти со страницы?" }));
    expect(leaving.getByText(/^1.строка ещё не стала лотом и пропадёт\.$/)).toBeVisible();
    await letGo();
    await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/today"));
  });

  it("are undone together with what the same paste changed", async () => {
    const { held, person } = open();
    await create(person, "Этюд\nСкала", "Летняя дорога");
    expect(await screen.findByText(/^Вставлено: 1.лот\. Создано: 2.лота/)).toBeVisible();
    await person.click(await cell(0, "Название"));
    await person.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Отменено")).toBeVisible();
    expect(held.deleted).toEqual([102, 101]);
    expect(held.edits.at(-1)).toEqual([
      { lotId: 3, cells: [{ field: "titleRu", was: "Летняя дорога", now: "Зимняя дорога" }] },
    ]);
    await person.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Отменять нечего")).toBeVisible();
  });

  it("are deleted one after another, and it is said how many were", async () => {
    const { held, person } = open();
    await create(person, "Этюд\nСкала\nВечер");
    await waitFor(async () => expect(await cell(5, "№")).toHaveTextContent("103"));
    server.use(http.delete("*/api/lots/102", () => problem(409, { detail: "На лот уже сделаны ставки" })));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    expect(
      await screen.findByText("Удалено лотов: 2 из 3. Не сделано для лотов 102: На лот уже сделаны ставки"),
    ).toBeVisible();
    expect(held.deleted).toEqual([103, 101]);
    expect(held.deleting.most).toBe(1);
    await waitFor(() => expect(screen.queryByText("Этюд")).not.toBeInTheDocument());
    expect(screen.getByText("Скала")).toBeVisible();
  });

  it("let no lot be moved among filtered ones", async () => {
    const { held, person } = open(three(), draft, "&q=з");
    held.meets = refuses;
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
    await person.click(await cell(1, "Название"));
    fireEvent.paste(await cell(1, "Название"), {
      clipboardData: { getData: () => "Зимняя дорога\nСкала" },
    });
    await person.click(await screen.findByRole("button", { name: "Создать" }));
    await screen.findByText("Такой лот уже есть");
    // Two lots and a row are as many as the catalog has lots.
    expect(await cell(0, "Порядок")).toHaveAttribute("draggable", "false");
    await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(await cell(1, "Название")).toHaveFocus();
    expect(held.numbers).toEqual([]);
  });

  it("warn that their lots are seen at once, and that they open in a running parallel sale", async () => {
    const running = makeCatalog({
      id: 10,
      state: CatalogState.InProcess,
      catalogType: CatalogType.Parallel,
    });
    const { person } = open(three(), running);
    const dialog = await paste(person, "Этюд");
    expect(
      dialog.getByText(/сразу увидят все, ещё без фотографий.*сразу откроются для ставок/),
    ).toBeVisible();
  });

  it("are too many above 500", async () => {
    const { held, person } = open();
    await person.click(await cell(2, "Название"));
    const rows = Array.from({ length: 502 }, (_, at) => `Лот ${at}`).join("\n");
    fireEvent.paste(await cell(2, "Название"), { clipboardData: { getData: () => rows } });
    expect(await screen.findByText(/^Строк сверх таблицы: 501, .* на странице импорта$/)).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(held.sent).toEqual([]);
  });
});

describe("rows pasted into an empty catalog", () => {
  const field = () => screen.findByRole("textbox", { name: "Или вставьте строки из Excel" });

  it("show what each column becomes before they are lots", async () => {
    const { held, person, container } = open([]);
    fireEvent.change(await field(), {
      target: { value: "Наименование\tАвтор\tПолка\tОписание\nБерёзы\tМария Остроумова\tА-7\tХолст\n" },
    });
    const sheet = within(await screen.findByRole("region", { name: "Что чем станет" }));
    expect(sheet.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "НазваниеНаименование",
      "АвторАвтор",
      "Не войдётПолка",
      "Не войдётОписание",
    ]);
    expect(sheet.getByRole("cell", { name: "Мария Остроумова" })).toBeVisible();
    expect(screen.getByText("Не войдут: «Полка», «Описание».")).toBeVisible();
    expect(screen.getByText(/^«Описание» читает/)).toBeVisible();
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: /^Создать 1.лот$/ }));
    await waitFor(() => expect(held.sent).toEqual([["Берёзы", 0]]));
  });

  it("are too many above 500, and the import takes them", async () => {
    open([]);
    const rows = Array.from({ length: 501 }, (_, at) => `Лот ${at}`).join("\n");
    fireEvent.change(await field(), { target: { value: rows } });
    expect(await screen.findByRole("alert")).toHaveTextContent(/^Вставлено 501.строка, .* не больше 500/);
    expect(screen.getByRole("link", { name: "загрузите файл на странице импорта" })).toHaveAttribute(
      "href",
      "/house-account/1/import?catalog=10",
    );
    expect(screen.getByRole("button", { name: "Создать лоты" })).toBeDisabled();
  });

  it("warn that their lots are seen at once", async () => {
    open([], makeCatalog({ id: 10, state: CatalogState.Scheduled }));
    fireEvent.change(await field(), { target: { value: "Берёзы" } });
    expect(await screen.findByText(/новые лоты сразу увидят все/)).toBeVisible();
  });

  it("stay in view as lots when the grid cannot be read again", async () => {
    const { held, person } = open([]);
    fireEvent.change(await field(), { target: { value: "Берёзы\nЗакат" } });
    held.meets = () => {
      held.readable = false;
      return undefined;
    };
    await person.click(screen.getByRole("button", { name: /^Создать 2.лота$/ }));
    await screen.findByText(/^Создано: 2.лота/);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Новые лоты" })).not.toBeInTheDocument());
    expect(await cell(0, "Название")).toHaveTextContent("Берёзы");
    expect(await cell(1, "№")).toHaveTextContent("102");
    expect(screen.queryByText("Лотов пока нет")).not.toBeInTheDocument();
  });
});
