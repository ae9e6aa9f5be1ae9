import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GridCell, GridLot, LotNumber } from "@/lib/api/types";
import { CatalogState } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { categories, makeCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { withCell } from "../model/useGridEdits";

// jsdom lays nothing out: without a height no row would be in view.
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1100);
});

interface Sent {
  changes: { lotId: number; cells: GridCell[] }[];
}

function open(lots: GridLot[], address = "/house-account/1/lots?catalog=10") {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const held = { lots, sent: [] as Sent["changes"][], numbers: [] as LotNumber[], conflict: false };
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", () =>
      json(pageOf([makeCatalog({ id: 10, state: CatalogState.Temporary, title: "Черновик торгов" })])),
    ),
    http.get("*/api/catalog", () => json(pageOf([]))),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/house/1/grid", () => json(held.lots)),
    http.put("*/api/house/1/grid", async ({ request }) => {
      const { changes } = (await request.json()) as Sent;
      held.sent.push(changes);
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
          (changes.find(({ lotId }) => lotId === lot.id)?.cells ?? []).reduce(withCell, lot),
        );
      }
      held.conflict = false;
      return json({ lots: held.lots, refused });
    }),
    http.put("*/api/catalog/10/lot-numbers", async ({ request }) => {
      held.numbers = ((await request.json()) as { lots: LotNumber[] }).lots;
      return json(held.numbers);
    }),
    http.post("*/api/lots/:id/hide", () => json({})),
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

  it("marks what cannot be saved and keeps what was typed", async () => {
    const { held, person } = open(three());
    await person.click(await cell(0, "Старт"));
    await person.keyboard("abc{Enter}");
    expect(await screen.findByText("Нужно целое число")).toBeVisible();
    expect(await cell(0, "Старт")).toHaveAttribute("aria-invalid", "true");
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
  });

  it("hides the selected lots and offers to undo it", async () => {
    const { person } = open(three());
    await person.click(await cell(0, "Название"));
    await person.keyboard(" ");
    await person.click(await screen.findByRole("button", { name: "Скрыть" }));
    expect(await screen.findByText("Скрыты: 1 лот", { exact: false })).toBeVisible();
    expect(screen.getByRole("button", { name: "Отменить" })).toBeVisible();
  });

  it("counts what is missing and shows those lots alone", async () => {
    const { person, container, router } = open(three());
    await person.click(await screen.findByRole("button", { name: "1 без категории" }));
    expect(router.state.location.search).toContain("only=noCategory");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    await expectAccessible(container);
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
