import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import type { LotResult } from "@/lib/api/types";
import { CatalogState, Currency, LotState } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { makeCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const base: LotResult = {
  id: 1,
  catalogLotId: 7,
  titleRu: "Красное и охра",
  author: ["Вера Клодт"],
  img: null,
  hidden: false,
  hasLeft: false,
  state: LotState.Sold,
  isBiddingOver: true,
  start: 90_000,
  estimatedFrom: 120_000,
  estimatedTo: 160_000,
  betsCount: 4,
  leader: {
    value: 165_000,
    participant: 58,
    paddle: null,
    displayName: "Дмитрий Орлов",
    phone: "79000000028",
    eMail: "orlov@example.org",
  },
  underbidder: {
    value: 160_000,
    participant: null,
    paddle: "41",
    displayName: null,
    phone: null,
    eMail: null,
  },
};

const unsold: LotResult = {
  ...base,
  id: 2,
  catalogLotId: 8,
  titleRu: "Орбиты",
  state: LotState.NotSold,
  leader: null,
};

function open(lots = [base, unsold], address = "/house-account/1/results") {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const moved: number[] = [];
  server.use(
    http.get("*/api/catalog", () =>
      json(
        pageOf([
          makeCatalog({ id: 10, state: CatalogState.Completed }),
          makeCatalog({ id: 11, state: CatalogState.Scheduled, title: "Зимние торги" }),
        ]),
      ),
    ),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse({ isPostAuction: true }))),
    http.get("*/api/trade/results/10", () =>
      json({
        currency: Currency.Rub,
        commission: 15,
        lots,
      }),
    ),
    http.post("*/api/lots/:id/move-to-postauction", ({ params }) => {
      moved.push(Number(params.id));
      return json({});
    }),
  );
  return { moved, person: userEvent.setup(), ...renderApp(address) };
}

it("shows who bought what, with contacts and the bid before", async () => {
  const { container } = open();
  const row = within((await screen.findByText("Красное и охра")).closest("tr") as HTMLElement);
  expect(row.getByText("Дмитрий Орлов")).toBeVisible();
  expect(row.getByRole("link", { name: "orlov@example.org" })).toHaveAttribute(
    "href",
    "mailto:orlov@example.org",
  );
  expect(row.getByText("зал, участник 41")).toBeVisible();
  expect(screen.getByText("лотов продано, 50 %")).toBeVisible();
  await expectAccessible(container);
});

it("moves the unsold lots once it is confirmed, since none returns to a sale that is over", async () => {
  const { moved, person } = open();
  await person.click(await screen.findByRole("button", { name: "Выбрать" }));
  expect(await screen.findByRole("menuitem", { name: "Зимние торги" })).toBeVisible();
  await person.click(screen.getByRole("menuitem", { name: "В постаукцион" }));
  expect(await screen.findByText(/вернуть лоты в них нельзя/)).toBeVisible();
  expect(moved).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Перенести" }));
  expect(await screen.findByText("Перенесены в постаукцион: 1 лот")).toBeVisible();
  expect(moved).toEqual([2]);
  expect(screen.queryByRole("button", { name: "Отменить" })).not.toBeInTheDocument();
});

it("marks a lot paid, which can be taken back before it is sent", async () => {
  const { person } = open();
  await person.click(await screen.findByRole("button", { name: "Отметить оплату" }));
  expect(await screen.findByText("Оплачен")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Отменить" }));
  expect(await screen.findByRole("button", { name: "Отметить оплату" })).toBeVisible();
});

it("counts lots that have left, and moves them no more", async () => {
  open([base, { ...unsold, hasLeft: true }]);
  expect(await screen.findByText("лотов продано, 50 %")).toBeVisible();
  expect(screen.getByText("не продан, убран из торгов")).toBeVisible();
  expect(screen.getByText("Непроданные лоты убраны из торгов")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Выбрать" })).not.toBeInTheDocument();
});

it("shows no other sale at an unknown address", async () => {
  open(undefined, "/house-account/1/results?catalog=999");
  expect(await screen.findByText("Страница не найдена")).toBeVisible();
  expect(screen.queryByText("Красное и охра")).not.toBeInTheDocument();
});
