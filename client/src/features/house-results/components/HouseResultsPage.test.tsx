import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { LotBidder, LotResult } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { catchDownloads } from "@/testing/downloads";
import { makeCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { CatalogState, Currency, LotState } from "@/trade/enums";

const base: LotResult = {
  id: 1,
  catalogLotId: 7,
  titleRu: "Красное и охра",
  author: ["Вера Клодт"],
  img: null,
  hidden: false,
  hasLeft: false,
  isDeleted: false,
  state: LotState.Sold,
  isBiddingOver: true,
  start: 90_000,
  estimatedFrom: 120_000,
  estimatedTo: 160_000,
  betsCount: 4,
  together: [],
  leader: {
    betId: 70,
    value: 165_000,
    participant: 58,
    paddle: null,
    displayName: "Дмитрий Орлов",
    phone: "+79000000028",
    eMail: "orlov@example.org",
  },
  underbidder: {
    betId: 69,
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
  expect(row.getByRole("link", { name: "+7 (900) 000-00-28" })).toHaveAttribute("href", "tel:+79000000028");
  expect(row.getByText("зал, участник 41")).toBeVisible();
  expect(screen.getByText("лотов продано, 50 %")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Ждут оплаты, 1" })).toBeInTheDocument();
  await expectAccessible(container);
});

it("says of a running sale which part of the lots that are over is sold", async () => {
  open([base, unsold, { ...base, id: 3, catalogLotId: 9, state: LotState.InProcess, isBiddingOver: false }]);
  server.use(
    http.get("*/api/catalog", () => json(pageOf([makeCatalog({ id: 10, state: CatalogState.InProcess })]))),
  );
  expect(await screen.findByText("лотов продано, 50 % прошедших")).toBeVisible();
});

it("moves the unsold lots once it is confirmed, since none returns to a sale that is over", async () => {
  const { moved, person } = open();
  await person.click(await screen.findByRole("button", { name: "Куда перенести" }));
  expect(await screen.findByRole("menuitem", { name: "Зимние торги" })).toBeVisible();
  await person.click(screen.getByRole("menuitem", { name: "В ПостАукцион" }));
  expect(await screen.findByText(/вернуть лоты в них нельзя/)).toBeVisible();
  expect(moved).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Перенести" }));
  expect(await screen.findByText("Перенесены в ПостАукцион: 1 лот")).toBeVisible();
  expect(moved).toEqual([2]);
  expect(screen.queryByRole("button", { name: "Отменить" })).not.toBeInTheDocument();
});

it("leads to a new catalog where the unsold lots have nowhere to go", async () => {
  const { person } = open();
  server.use(
    http.get("*/api/catalog", () => json(pageOf([makeCatalog({ id: 10, state: CatalogState.Completed })]))),
    http.get("*/api/house/1", () => json(makeFullHouse({ isPostAuction: false }))),
  );
  await person.click(await screen.findByRole("button", { name: "Куда перенести" }));
  expect(await screen.findByRole("menuitem", { name: "Новый каталог" })).toHaveAttribute(
    "href",
    "/house-account/1/catalogs/new",
  );
});

it("counts the price of lots sold as one once, and names their buyer at each", async () => {
  const joined = { ...base, together: [7, 9] };
  open([joined, { ...joined, id: 3, catalogLotId: 9, titleRu: "Этюд", leader: null, underbidder: null }]);
  const row = within((await screen.findByText("Этюд")).closest("tr") as HTMLElement);
  expect(row.getByText("вместе с лотом 7")).toBeVisible();
  expect(row.getByText("Дмитрий Орлов")).toBeVisible();
  expect(screen.getByText("за лоты 7 и 9")).toBeVisible();
  expect(screen.getByText("лотов продано, 100 %")).toBeVisible();
  expect(screen.getAllByText("165 000 ₽").length).toBeGreaterThan(0);
  expect(screen.queryByText("330 000 ₽")).not.toBeInTheDocument();
});

it("marks a lot paid, which can be taken back before it is sent", async () => {
  const { person } = open();
  await person.click(await screen.findByRole("button", { name: "Отметить оплату" }));
  expect(await screen.findByText("Оплачен")).toBeVisible();
  expect(screen.getByText("Оплачен")).toHaveFocus();
  await person.click(await screen.findByRole("button", { name: "Отменить" }));
  expect(await screen.findByRole("button", { name: "Отметить оплату" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Отметить оплату" })).toHaveFocus());
});

it("marks several lots paid at once, and leaves out those that owe nothing", async () => {
  const { person } = open([base, { ...base, id: 3, catalogLotId: 9, titleRu: "Утро" }, unsold]);
  const paid: string[] = [];
  server.use(
    http.post("*/api/lots/:id/paid", ({ params }) => {
      paid.push(String(params.id));
      return json({});
    }),
  );
  await person.click(await screen.findByRole("checkbox", { name: "Выбрать: лот 8" }));
  const bar = within(screen.getByRole("toolbar", { name: "Действия с выбранными" }));
  expect(bar.getByText("Выберите лоты, которые ждут оплаты")).toBeVisible();
  await person.click(screen.getByRole("checkbox", { name: "Выбрать все на странице" }));
  await person.click(bar.getByRole("button", { name: /^Отметить оплату: 2.лота$/ }));
  expect(await screen.findAllByText("Оплачен")).toHaveLength(2);
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(paid).toEqual(["1", "3"]));
});

it("says which of several lots were not marked paid, and marks the others", async () => {
  const lots = [9, 10, 11, 12, 13].map((catalogLotId) => ({ ...base, id: catalogLotId, catalogLotId }));
  const { person } = open(lots);
  const paid: string[] = [];
  server.use(
    http.post("*/api/lots/:id/paid", ({ params }) => {
      if (params.id !== "11") return problem(409, { detail: "Лот снят с торгов" });
      paid.push(String(params.id));
      return json({});
    }),
  );
  await person.click(await screen.findByRole("checkbox", { name: "Выбрать все на странице" }));
  await person.click(screen.getByRole("button", { name: /^Отметить оплату: 5.лотов$/ }));
  window.dispatchEvent(new Event("pagehide"));
  expect(
    await screen.findByText(
      /^Оплата не отмечена: 4.лота из 5 \(лот 9; лот 10; лот 12; и ещё 1\)\. Лот снят с торгов$/,
    ),
  ).toBeVisible();
  expect(paid).toEqual(["11"]);
});

it("is searched and sorted by the address, and exported by the server, which journals it", async () => {
  const cheap = { ...base, id: 3, catalogLotId: 9, titleRu: "Утро", start: 10_000 };
  const { person, router } = open([base, cheap, unsold], "/house-account/1/results?sort=start");
  const table = within(await screen.findByRole("table", { name: "Лоты и покупатели" }));
  expect(
    table.getAllByRole("link", { name: /Утро|охра|Орбиты/ }).map(({ textContent }) => textContent),
  ).toEqual(["Утро", "Красное и охра", "Орбиты"]);
  await router.navigate("/house-account/1/results?search=орлов утро");
  await waitFor(() => expect(table.queryByText("Орбиты")).not.toBeInTheDocument());
  expect(table.getByText("Утро")).toBeVisible();
  const asked: string[] = [];
  server.use(
    http.post("*/api/house/1/export", ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse("таблица");
    }),
  );
  const saved = catchDownloads();
  await person.click(screen.getByRole("button", { name: "Выгрузить" }));
  await waitFor(() => expect(saved.files).toHaveLength(1));
  expect(asked).toEqual(["?list=buyers&catalogId=10"]);
  saved.restore();
});

it("counts lots that have left, and moves them no more", async () => {
  open([base, { ...unsold, hasLeft: true }]);
  expect(await screen.findByText("лотов продано, 50 %")).toBeVisible();
  expect(screen.getByText("не продан, убран из торгов")).toBeVisible();
  expect(screen.getByText("Непроданные лоты убраны из торгов")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Куда перенести" })).not.toBeInTheDocument();
});

it("does not link a lot that was deleted", async () => {
  open([base, { ...unsold, hasLeft: true, isDeleted: true }]);
  expect(await screen.findByText("не продан, удалён")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Орбиты" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Красное и охра" })).toBeVisible();
});

it("corrects the paddle of a buyer in the hall, with a reason, until the lot is paid", async () => {
  const hall = { ...base.leader, betId: 70, value: 165_000, participant: null, paddle: "14" } as LotBidder;
  const lots = [
    { ...base, leader: hall },
    { ...base, id: 3, catalogLotId: 9, titleRu: "Утро", leader: hall, state: LotState.Paid },
    { ...base, id: 4, catalogLotId: 10, titleRu: "Вечер" },
  ];
  const { person, container } = open(lots);
  const sent: unknown[] = [];
  let refused = true;
  server.use(
    http.put("*/api/trade/classic/10/paddle", async ({ request }) => {
      sent.push(await request.json());
      const first = lots[0];
      if (refused) return json({ code: 5, codeSet: "auctioneer", message: "Ставки нет", lot: null });
      if (first) first.leader = { ...hall, paddle: "41" };
      return json({ code: 0, codeSet: "auctioneer", message: "", lot: null });
    }),
  );
  expect(await screen.findAllByRole("button", { name: /^Исправить номер участника/ })).toHaveLength(1);
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Исправить номер участника, лот 7" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Исправить номер участника" }));
  const number = dialog.getByRole("textbox", { name: "Номер участника" });
  expect(number).toHaveValue("14");
  await person.clear(number);
  await person.type(number, " 41 ");
  await person.click(dialog.getByRole("button", { name: "Исправить" }));
  expect(dialog.getByText("Укажите причину")).toBeVisible();
  expect(sent).toEqual([]);
  await person.type(dialog.getByRole("textbox", { name: "Причина" }), "Назвали не тот номер");
  await expectAccessible(document.body);
  await person.click(dialog.getByRole("button", { name: "Исправить" }));
  expect(await dialog.findByText("Ставки нет")).toBeVisible();
  refused = false;
  await person.click(dialog.getByRole("button", { name: "Исправить" }));
  expect(await screen.findByText(/зал, участник 41/, { selector: "small" })).toBeVisible();
  expect(sent.at(-1)).toEqual({ lotId: 1, betId: 70, paddle: "41", reason: "Назвали не тот номер" });
});

it("shows no other sale at an unknown address", async () => {
  open(undefined, "/house-account/1/results?catalog=999");
  expect(await screen.findByText("Страница не найдена")).toBeVisible();
  expect(screen.queryByText("Красное и охра")).not.toBeInTheDocument();
});
