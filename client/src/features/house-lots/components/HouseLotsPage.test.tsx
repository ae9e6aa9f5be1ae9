import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GridCell, GridLot, LotNumber } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { categories, makeCatalog, makeFullHouse, makeFullLot, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";
import { withCell } from "../model/useGridEdits";

// jsdom lays nothing out: without a height no row would be in view.
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1100);
});

interface Sent {
  changes: { lotId: number; cells: GridCell[] }[];
}

const draft = makeCatalog({ id: 10, state: CatalogState.Temporary, title: "Черновик торгов" });

function open(lots: GridLot[], address = "/house-account/1/lots?catalog=10", catalogs = [draft]) {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const held = {
    lots,
    sent: [] as Sent["changes"][],
    numbers: [] as LotNumber[],
    calls: [] as string[],
    conflict: false,
    /** How the server spells a lot that it stores. */
    spelt: (lot: GridLot) => lot,
    /** The call that is lost on the way. */
    lost: -1,
  };
  const answer = ({ request }: { request: Request }) => {
    held.calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return json({});
  };
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("pageNumber"));
      const items = catalogs.slice((page - 1) * 100, page * 100);
      return json({ ...pageOf(items), hasNext: page * 100 < catalogs.length });
    }),
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse({ isStorage: true, isPostAuction: true }))),
    http.get("*/api/house/1/grid", () => json(held.lots)),
    http.put("*/api/house/1/grid", async ({ request }) => {
      const { changes } = (await request.json()) as Sent;
      held.sent.push(changes);
      if (held.sent.length - 1 === held.lost) return problem(503);
      const refused = held.conflict
        ? changes.map(({ lotId, cells }) => ({
            lotId,
            field: cells[0]?.field ?? null,
            isConflict: true,
            stored: "90000",
            message: "Значение уже изменил другой сотрудник",
          }))
        : [];
      if (!held.conflict) {
        held.lots = held.lots.map((lot) =>
          held.spelt((changes.find(({ lotId }) => lotId === lot.id)?.cells ?? []).reduce(withCell, lot)),
        );
      }
      held.conflict = false;
      return json({ lots: held.lots, refused });
    }),
    http.put("*/api/catalog/10/lot-numbers", async ({ request }) => {
      held.numbers = ((await request.json()) as { lots: LotNumber[] }).lots;
      return json(held.numbers);
    }),
    http.post("*/api/lots/:id/:action", answer),
    http.post("*/api/catalog/:id/lot", answer),
    http.delete("*/api/catalog/:id/lot/:lotId", answer),
  );
  return { held, person: userEvent.setup(), ...renderApp(address) };
}

const three = () => [
  makeGridLot({ id: 1, catalogLotId: 1 }),
  makeGridLot({ id: 2, catalogLotId: 2, titleRu: "Вечерний звон", categoryId: null }),
  makeGridLot({ id: 3, catalogLotId: 3, titleRu: "Зимняя дорога" }),
];

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

describe("the grid of lots", () => {
  it("is edited by keyboard alone, and Ctrl+Z takes an edit back", async () => {
    const { held, person } = open(three());
    await person.click(await cell(0, "Старт"));
    await person.keyboard("95 000{Enter}");
    await waitFor(() => expect(held.sent).toHaveLength(1));
    expect(held.sent[0]).toEqual([{ lotId: 1, cells: [{ field: "start", was: "120000", now: "95000" }] }]);
    expect(await screen.findByText("Сохранено")).toBeVisible();
    expect(await cell(1, "Старт")).toHaveFocus();

    await person.keyboard("{Control>}z{/Control}");
    await waitFor(() =>
      expect(held.sent[1]?.[0]?.cells).toEqual([{ field: "start", was: "95000", now: "120000" }]),
    );
  });

  it("offers to undo a paste until Ctrl+Z has undone it", async () => {
    const { held, person } = open(three());
    await person.click(await cell(0, "Старт"));
    fireEvent.paste(await cell(0, "Старт"), { clipboardData: { getData: () => "95 000" } });
    expect(await screen.findByRole("button", { name: "Отменить" })).toBeVisible();
    await person.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Отменить" })).not.toBeInTheDocument());
    expect(await screen.findByText("Отменено")).toBeVisible();
    expect(held.sent).toHaveLength(2);
  });

  it("marks what cannot be saved and keeps what was typed", async () => {
    const { held, person } = open(three());
    await person.click(await cell(0, "Старт"));
    await person.keyboard("abc{Enter}");
    expect(await screen.findByText("Нужно целое число")).toBeVisible();
    expect(await cell(0, "Старт")).toHaveAttribute("aria-invalid", "true");
    expect(await cell(0, "Старт")).toHaveAttribute("title", "Нужно целое число");
    expect(held.sent).toHaveLength(0);
    await person.click(await cell(0, "Старт"));
    await person.keyboard("{F2}");
    expect(screen.getByRole("textbox", { name: "Старт, лот 1" })).toHaveValue("abc");
    await person.keyboard("{Escape}");
    expect(await cell(0, "Старт")).toHaveFocus();
  });

  it("says that someone else changed a cell, and writes over it only when asked to", async () => {
    const { held, person } = open(three());
    held.conflict = true;
    await person.click(await cell(0, "Старт"));
    await person.keyboard("95000{Enter}");
    expect(await screen.findByText("Значение уже изменил другой сотрудник")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Записать 95000" }));
    await waitFor(() =>
      expect(held.sent[1]?.[0]?.cells).toEqual([{ field: "start", was: "90000", now: "95000" }]),
    );
  });

  it("takes a block from a spreadsheet", async () => {
    const { held, person } = open(three());
    await person.click(await cell(1, "Старт"));
    fireEvent.paste(await cell(1, "Старт"), {
      clipboardData: { getData: () => "5 000\t6000\n7000\tмного" },
    });
    await waitFor(() => expect(held.sent).toHaveLength(1));
    expect(held.sent[0]?.map(({ lotId, cells }) => [lotId, cells.map(({ now }) => now)])).toEqual([
      [2, ["5000", "6000"]],
      [3, ["7000"]],
    ]);
    expect(await screen.findByText("Нужно целое число")).toBeVisible();
  });

  it("begins an empty catalog with pasted rows, and keeps a choice of columns as a view", async () => {
    const { held, person, router, container } = open([]);
    server.use(
      http.post("*/api/lots", async ({ request }) => {
        const { titleRu } = (await request.json()) as { titleRu: string };
        const id = 100 + held.lots.length;
        held.lots = [...held.lots, makeGridLot({ id, titleRu })];
        return json(makeFullLot({ id, titleRu }));
      }),
    );
    const field = await screen.findByRole("textbox", { name: "Или вставьте строки из Excel" });
    await expectAccessible(container);
    fireEvent.change(field, { target: { value: "Название\tСтарт\nБерёзы\t60 000\nЗакат\t5000\n" } });
    await person.click(screen.getByRole("button", { name: /^Создать 2.лота$/ }));
    await waitFor(() => expect(held.lots.map(({ titleRu }) => titleRu)).toEqual(["Берёзы", "Закат"]));
    await waitFor(() => expect(screen.getByText("Закат")).toBeVisible());

    await person.click(screen.getByRole("button", { name: "Цены и фото" }));
    await person.click(await screen.findByRole("menuitem", { name: "Описание" }));
    expect(await screen.findByRole("columnheader", { name: /Материалы/ })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Описание" }));
    await person.click(await screen.findByRole("menuitem", { name: "Сохранить этот вид" }));
    await person.type(await screen.findByRole("textbox", { name: "Название" }), "Тексты{Enter}");
    expect(await screen.findByRole("button", { name: "Тексты" })).toBeVisible();
    expect(world.settings).toEqual([{ list: "lots", name: "Тексты", value: "columns=texts" }]);
    expect(router.location.search).toBe("?catalog=10&columns=texts");
  });

  it("says of the lots alone that they are ready, and leads to the sale's own check", async () => {
    open(three());
    const strip = within(await screen.findByRole("region", { name: "Проверка лотов" }));
    expect(strip.getByRole("button", { name: /^\d+\sлот(а|ов)? готовы?$/ })).toBeVisible();
    expect(strip.getByRole("link", { name: "Даты, шаги и условия — в проверке каталога" })).toHaveAttribute(
      "href",
      "/house-account/1/catalogs/10?field=check",
    );
  });

  it("moves a lot with Alt and the arrows", async () => {
    const { held, person } = open(three());
    await person.click(await cell(0, "Название"));
    await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() =>
      expect(held.numbers).toEqual([
        { id: 2, catalogLotId: 1 },
        { id: 1, catalogLotId: 2 },
      ]),
    );
    expect(await cell(0, "Название")).toHaveTextContent("Вечерний звон");
    expect(await cell(1, "Название")).toHaveFocus();
    await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() =>
      expect(held.numbers).toEqual([
        { id: 3, catalogLotId: 2 },
        { id: 1, catalogLotId: 3 },
      ]),
    );
    expect(await cell(2, "Название")).toHaveFocus();
    await person.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await waitFor(async () => expect(await cell(1, "Название")).toHaveTextContent("Рассвет на Волге"));
    expect(await cell(1, "Название")).toHaveFocus();
    await person.keyboard("{Enter}!{Enter}");
    await waitFor(() => expect(held.sent[0]?.[0]?.lotId).toBe(1));
  });

  it("keeps the focus in the row of a lot whose move is refused", async () => {
    const { person } = open(three());
    server.use(http.put("*/api/catalog/10/lot-numbers", () => problem(409, { detail: "Торги идут" })));
    await person.click(await cell(0, "Название"));
    await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(await screen.findByText("Торги идут")).toBeVisible();
    await waitFor(async () => expect(await cell(0, "Название")).toHaveTextContent("Рассвет на Волге"));
    expect(await cell(0, "Название")).toHaveFocus();
  });

  it("hides the selected lots and offers to undo it", async () => {
    const { person } = open(three());
    await person.click(await cell(0, "Название"));
    await person.keyboard(" ");
    await person.click(await screen.findByRole("button", { name: "Скрыть" }));
    expect(await screen.findByText("Скрыты: 1 лот", { exact: false })).toBeVisible();
    expect(screen.getByRole("button", { name: "Отменить" })).toBeVisible();
    expect(await cell(0, "Название")).toHaveFocus();
    await person.click(screen.getByRole("button", { name: "Отменить" }));
    expect(await screen.findByText("Отменено")).toBeVisible();
    expect(await cell(0, "Название")).toHaveFocus();
  });

  it("undoes a hiding only for lots that were shown before", async () => {
    const { held, person } = open([
      makeGridLot({ id: 1, catalogLotId: 1 }),
      makeGridLot({ id: 2, catalogLotId: 2, hidden: true }),
    ]);
    await person.click(await cell(0, "Название"));
    await person.keyboard(" {ArrowDown} ");
    await person.click(await screen.findByRole("button", { name: "Скрыть" }));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(held.calls).toEqual(["POST /api/lots/1/hide", "POST /api/lots/1/show"]));
  });

  it("takes a lot from the storage into a catalog, and back out of it", async () => {
    const { held, person } = open(
      [makeGridLot({ id: 1, catalogId: null, catalogLotId: null })],
      "/house-account/1/lots?catalog=storage",
    );
    await person.click(await cell(0, "Название"));
    await person.keyboard(" ");
    await person.click(await screen.findByRole("button", { name: "Перенести" }));
    await person.click(await screen.findByRole("menuitem", { name: "Черновик торгов" }));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() =>
      expect(held.calls).toEqual(["POST /api/catalog/10/lot", "DELETE /api/catalog/10/lot/1"]),
    );
  });

  it("asks before lots leave a sale that is over, and offers no undo and no import there", async () => {
    const past = makeCatalog({ id: 10, state: CatalogState.Completed, title: "Прошедшие торги" });
    const { held, person } = open(three(), undefined, [past]);
    await person.click(await cell(0, "Название"));
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).not.toContain("/house-account/1/import?catalog=10");
    await person.keyboard(" ");
    await person.click(await screen.findByRole("button", { name: "В ПостАукцион" }));
    expect(await screen.findByText(/«Прошедшие торги» больше не принимает лоты/)).toBeVisible();
    expect(held.calls).toEqual([]);
    await person.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Перенести" }));
    expect(await screen.findByText("Перенесены в ПостАукцион: 1 лот")).toBeVisible();
    expect(held.calls).toEqual(["POST /api/lots/1/move-to-postauction"]);
    expect(screen.queryByRole("button", { name: "Отменить" })).not.toBeInTheDocument();
  });

  it.each([
    ["copies a lot into a catalog, and takes the copy back", false],
    ["leaves no copy in the storage when the catalog refuses it", true],
  ])("%s", async (_what, refuses) => {
    const { held, person } = open(three());
    const note = (request: Request) => held.calls.push(`${request.method} ${new URL(request.url).pathname}`);
    server.use(
      http.post("*/api/lots/:id/create-copy", ({ request }) => {
        note(request);
        return json({ id: 77 });
      }),
      http.delete("*/api/lots/:id", ({ request }) => {
        note(request);
        return json(null);
      }),
    );
    if (refuses) {
      server.use(
        http.post("*/api/catalog/:id/lot", () => problem(409, { detail: "Каталог не принимает лоты" })),
      );
    }
    await person.click(await cell(0, "Название"));
    await person.keyboard(" ");
    await person.click(await screen.findByRole("button", { name: "Копировать в…" }));
    await person.click(await screen.findByRole("menuitem", { name: "Черновик торгов" }));
    if (refuses) expect(await screen.findByText(/Каталог не принимает лоты/)).toBeVisible();
    else await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(held.calls.at(-1)).toBe("DELETE /api/lots/77"));
    expect(held.calls[0]).toBe("POST /api/lots/1/create-copy");
    expect(held.calls.includes("POST /api/catalog/10/lot")).toBe(!refuses);
  });

  it("marks as paid only lots that were sold", async () => {
    const { held, person } = open([
      makeGridLot({ id: 1, catalogLotId: 1, state: LotState.Sold }),
      makeGridLot({ id: 2, catalogLotId: 2, state: LotState.NotSold }),
    ]);
    await person.click(await cell(1, "Название"));
    await person.keyboard(" ");
    expect(await screen.findByRole("button", { name: "Скрыть" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Оплачен" })).not.toBeInTheDocument();
    await person.keyboard("{ArrowUp} ");
    await person.click(await screen.findByRole("button", { name: "Оплачен" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Отметить оплаченными 1.лот\?$/ }));
    await person.click(dialog.getByRole("button", { name: "Отметить" }));
    await waitFor(() => expect(held.calls).toEqual(["POST /api/lots/1/paid"]));
  });

  it("marks as paid any lot of a gallery", async () => {
    const gallery = makeCatalog({ id: 10, catalogType: CatalogType.Gallery });
    const { person } = open(three(), undefined, [gallery]);
    await person.click(await cell(0, "Название"));
    await person.keyboard(" ");
    expect(await screen.findByRole("button", { name: "Оплачен" })).toBeVisible();
  });

  it("never takes back a reserve whose former amount the person is not shown", async () => {
    const secret = makeGridLot({ id: 1, catalogLotId: 1 });
    secret.price = { ...secret.price, hasReserve: true, reserve: null };
    const { held, person } = open([secret]);
    await person.click(await cell(0, "Старт"));
    fireEvent.paste(await cell(0, "Старт"), { clipboardData: { getData: () => "5000\t400" } });
    await waitFor(() => expect(held.sent[0]?.[0]?.cells).toHaveLength(2));
    await screen.findAllByText("Сохранено");
    await person.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText(/Резерв остаётся новым/)).toBeVisible();
    expect(held.sent[1]?.[0]?.cells).toEqual([{ field: "start", was: "5000", now: "120000" }]);
    expect(screen.queryByText("Отменено")).not.toBeInTheDocument();
  });

  it("takes back what was stored, however it was typed, and says so only if the server agrees", async () => {
    const { held, person } = open(three());
    const undo = () => person.keyboard("{Control>}z{/Control}");
    held.spelt = (lot) => ({ ...lot, titleRu: lot.titleRu.replace("  ", " ") });
    await person.click(await cell(0, "Название"));
    await person.keyboard("Рассвет  в степи{Enter}");
    await screen.findByText("Сохранено");
    held.conflict = true;
    await undo();
    expect(await screen.findAllByText("Значение уже изменил другой сотрудник")).not.toHaveLength(0);
    expect(held.sent[1]?.[0]?.cells).toEqual([
      { field: "titleRu", was: "Рассвет в степи", now: "Рассвет на Волге" },
    ]);
    expect(screen.queryByText("Отменено")).not.toBeInTheDocument();
  });

  it("keeps the stored part of a long paste when a later part is lost", async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      makeGridLot({ id: index + 1, catalogLotId: index + 1 }),
    );
    const { held, person } = open(many);
    held.lost = 1;
    await person.click(await cell(0, "Старт"));
    fireEvent.paste(await cell(0, "Старт"), {
      clipboardData: { getData: () => many.map(() => "5000").join("\n") },
    });
    await waitFor(() => expect(held.sent).toHaveLength(2));
    await waitFor(async () => expect(await cell(0, "Старт")).toHaveTextContent("5 000"));
    expect(await cell(0, "Старт")).not.toHaveAttribute("aria-invalid", "true");
    await person.keyboard("{Control>}z{/Control}");
    await waitFor(() =>
      expect(held.sent[2]?.map(({ lotId }) => lotId)).toEqual(many.slice(0, 200).map(({ id }) => id)),
    );
  });

  it("sends one renumbering after another", async () => {
    const { held, person } = open(three());
    const sent: LotNumber[][] = [];
    let answer: (() => void) | undefined;
    server.use(
      http.put("*/api/catalog/10/lot-numbers", async ({ request }) => {
        const { lots } = (await request.json()) as { lots: LotNumber[] };
        sent.push(lots);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return json(lots);
      }),
    );
    await person.click(await cell(0, "Название"));
    await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await cell(1, "Название")).toHaveTextContent("Рассвет на Волге");
    await person.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(async () => expect(await cell(2, "Название")).toHaveTextContent("Рассвет на Волге"));
    expect(sent).toHaveLength(1);
    answer?.();
    await waitFor(() => expect(sent).toHaveLength(2));
    answer?.();
    expect(sent[1]).toEqual([
      { id: 3, catalogLotId: 2 },
      { id: 1, catalogLotId: 3 },
    ]);
    expect(held.lots).toHaveLength(3);
  });

  it("opens the hundred-and-first catalog, and none at an unknown address", async () => {
    const catalogs = Array.from({ length: 101 }, (_, index) =>
      makeCatalog({ id: index + 10, state: CatalogState.Temporary, title: `Торги ${index + 10}` }),
    );
    const { router } = open(three(), "/house-account/1/lots?catalog=110", catalogs);
    expect(await screen.findByRole("combobox", { name: "Каталог" })).toHaveValue("Торги 110 (черновик)");
    await router.navigate("/house-account/1/lots?catalog=999");
    expect(await screen.findByText("Страница не найдена")).toBeVisible();
    expect(screen.getByRole("link", { name: "К каталогам" })).toHaveAttribute(
      "href",
      "/house-account/1/catalogs",
    );
  });

  it("counts what is missing and shows those lots alone", async () => {
    const { person, container, router } = open(three());
    await person.click(await screen.findByRole("button", { name: "1 без категории" }));
    expect(router.location.search).toContain("only=noCategory");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    await expectAccessible(container);
  });

  it("counts hidden lots and shows them alone", async () => {
    const { person } = open([...three(), makeGridLot({ id: 4, catalogLotId: 4, hidden: true })]);
    await person.click(await screen.findByRole("button", { name: "1 скрыт" }));
    await waitFor(async () => expect(await cell(0, "№")).toHaveTextContent("4"));
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });

  it("holds ten thousand lots and renders those in view", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      makeGridLot({ id: index + 1, catalogLotId: index + 1, titleRu: `Лот ${index + 1}` }),
    );
    const { person } = open(many);
    await person.click(await cell(0, "Название"));
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "10001");
    expect(screen.getAllByRole("row").length).toBeLessThan(60);
  });
});

describe("the lots on a phone", () => {
  beforeEach(() => {
    const wide = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({
      ...wide(query),
      matches: query === "(max-width: 45em)",
    }));
  });
  afterEach(() => vi.unstubAllGlobals());

  const cards = async () => within(await screen.findByRole("list", { name: "Лоты" }));
  const titles = async () =>
    (await cards()).getAllByRole("link").map((link) => link.querySelector("b")?.textContent);

  it("are cards that lead to their pages", async () => {
    const { container } = open(three());
    const link = (await cards()).getByRole("link", { name: /^1\. Рассвет на Волге/ });
    expect(link).toHaveTextContent(/Николай Сабуров.*старт 120.000.₽.*эстимейт 180.000.– 240.000.₽.*Готов/);
    expect((await cards()).getByRole("link", { name: /Вечерний звон/ })).toHaveTextContent(
      "Выберите категорию",
    );
    expect(screen.queryByRole("grid")).not.toBeInTheDocument();
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    await expectAccessible(container);
    expect(link).toHaveAttribute("href", "/house-account/1/lots/1");
  });

  it("are selected and acted on in a mode of their own", async () => {
    const { held, person, router, container } = open(three());
    await person.click(await screen.findByRole("button", { name: "Выбрать" }));
    await person.click(screen.getByRole("checkbox", { name: "Выбрать: 3. Зимняя дорога" }));
    await person.click(screen.getByRole("checkbox", { name: "Выбрать: 1. Рассвет на Волге" }));
    expect(router.location.pathname).toBe("/house-account/1/lots");
    await expectAccessible(container);
    await person.click(await screen.findByRole("button", { name: "Скрыть" }));
    await waitFor(() => expect(held.calls).toEqual(["POST /api/lots/1/hide", "POST /api/lots/3/hide"]));
    await waitFor(() => expect(screen.queryByRole("checkbox")).not.toBeInTheDocument());
  });

  it("stand in the chosen order, a hundred on a page", async () => {
    const many = Array.from({ length: 98 }, (_, at) =>
      makeGridLot({ id: at + 10, catalogLotId: at + 10, titleRu: `Этюд ${at}` }),
    );
    const { person } = open([...three(), ...many]);
    await waitFor(async () => expect((await cards()).getAllByRole("link")).toHaveLength(100));
    await person.click(screen.getByRole("combobox", { name: "Порядок" }));
    await person.click(await screen.findByRole("option", { name: "По названию" }));
    await waitFor(async () =>
      expect((await titles()).slice(0, 2)).toEqual(["2. Вечерний звон", "3. Зимняя дорога"]),
    );
    await person.click(screen.getByRole("link", { name: "Страница 2" }));
    await waitFor(async () => expect((await cards()).getAllByRole("link")).toHaveLength(1));
  });
});
