import { notifications } from "@mantine/notifications";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  HOUR,
  makeCatalog,
  makeEveningLot,
  makeFullLot,
  makeLeadingBet,
  makeLot,
  makeUser,
} from "@/testing/factories";
import { updateOf } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { signIn, world } from "@/testing/server";
import { socketOf } from "@/testing/socket";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";

const user = makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] });
const mine = makeLeadingBet({ participant: 3 });
const queued = {
  catalogId: 10,
  catalogType: CatalogType.Classic,
  state: LotState.None,
  leadingBet: null,
  endTradeTime: null,
} as const;
const unbid = (start: number) => ({ ...makeLot().price, value: null, start, minBet: start });

const near = makeEveningLot(
  { ...queued, id: 121, catalogLotId: 121, titleRu: "Берёзы", price: unbid(60_000) },
  { absentee: 90_000, ahead: 3 },
);
const watched = makeEveningLot(
  { ...queued, id: 128, catalogLotId: 128, titleRu: "Регата", price: unbid(24_000) },
  { ahead: 10 },
);
const outbid = makeEveningLot({ id: 12, catalogLotId: 12, titleRu: "Рассвет" }, { bet: 167_200 });
const leading = makeEveningLot(
  { id: 15, titleRu: "Сумерки", leadingBet: mine, myParticipant: 3 },
  { bet: 184_000 },
);
const won = makeEveningLot(
  {
    ...queued,
    id: 47,
    titleRu: "Натюрморт",
    state: LotState.Sold,
    isBiddingOver: true,
    endTradeTime: at(-HOUR),
    leadingBet: mine,
    myParticipant: 3,
    price: { ...makeLot().price, value: 165_000 },
  },
  { bet: 165_000 },
);

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  localStorage.clear();
  signIn(user);
  world.evening = {
    sales: [
      { catalog: makeCatalog({ id: 10, title: "Вечерний аукцион" }), currentNumber: 118, secondsPerLot: 52 },
      {
        catalog: makeCatalog({
          id: 11,
          title: "Пейзаж",
          catalogType: CatalogType.Parallel,
          endDate: at(HOUR),
        }),
        currentNumber: null,
        secondsPerLot: null,
      },
    ],
    lots: [near, watched, outbid, leading, won],
  };
});

const part = async (name: string) => within(await screen.findByRole("region", { name }));
const row = async (title: string) => {
  const link = await screen.findByRole("link", { name: title });
  return within(link.closest("li") as HTMLElement);
};

describe("my evening", () => {
  it("says when each lot comes up, how the user stands, and what it costs with commission", async () => {
    const { container } = renderApp("/evening");
    const hall = await part("Вечерний аукцион");
    expect(hall.getByText("В зале лот 118 из 214")).toBeVisible();
    expect(hall.getByText("52 секунды на лот")).toBeVisible();
    // 14:32:07 and three lots of 52 seconds.
    const birches = await row("Берёзы");
    expect(birches.getByText(/^≈\s14:34$/)).toBeVisible();
    expect(birches.getByText("через 3 лота")).toBeVisible();
    expect(birches.getByText("Ваш лимит 90 000 ₽")).toBeVisible();
    expect(birches.getByText("Вступит в торг, когда лот откроется. С комиссией до 103 500 ₽")).toBeVisible();
    expect(birches.getByText("с комиссией 69 000 ₽")).toBeVisible();
    expect(birches.getByRole("link", { name: "Войти в зал" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/auction\/10\//),
    );
    const regatta = await row("Регата");
    expect(regatta.getByText("Слежу, лимита нет")).toBeVisible();
    expect(regatta.getByRole("button", { name: "Поставить лимит" })).toBeEnabled();
    expect(regatta.queryByRole("link", { name: "Войти в зал" })).not.toBeInTheDocument();
    expect((await row("Рассвет")).getByText("Ваша ставка перебита")).toBeVisible();
    expect(
      (await row("Рассвет")).getByRole("button", {
        name: /^Сделать ставку 202.400.₽ с.комиссией 232.760.₽$/,
      }),
    ).toBeEnabled();
    expect((await row("Сумерки")).getByText("Вы лидируете")).toBeVisible();
    const past = await part("Уже прошли");
    expect(past.getByText("Ваша ставка победила")).toBeVisible();
    expect(past.getByText("13:32")).toBeVisible();
    await expectAccessible(container);
  });

  it("adds up what is spent, held, and what everything would cost, beside the budget", async () => {
    const person = userEvent.setup();
    const { container } = renderApp("/evening");
    const budget = await part("Бюджет вечера");
    const sums = () => budget.getAllByRole("definition").map((sum) => sum.textContent?.replace(/\s/g, " "));
    // 165 000; 184 000 and 90 000; with 202 400 and 24 000 all of them.
    expect(sums()).toEqual(["189 750 ₽", "315 100 ₽", "765 210 ₽"]);
    await person.click(budget.getByRole("button", { name: "Указать" }));
    await person.type(budget.getByLabelText(/Сколько готовы потратить/), "600000{Enter}");
    expect(await budget.findByText("Ещё можно потратить")).toBeVisible();
    expect(budget.getByText("95 150 ₽")).toBeVisible();
    expect(budget.getByText("На 165 210 ₽ больше бюджета")).toBeVisible();
    await expectAccessible(container);
    await person.click(budget.getByRole("button", { name: "Изменить" }));
    await person.clear(budget.getByLabelText(/Сколько готовы потратить/));
    await person.keyboard("500000{Enter}");
    expect(await budget.findByText("Ставки и лимиты больше бюджета на")).toBeVisible();
    expect(budget.getByText("4 850 ₽")).toBeVisible();
    expect(budget.getByRole("img")).toHaveAccessibleName(/сверх бюджета 4\s850\s₽$/);
  });

  it("a budget ignores letters, rejects amounts above the maximum, and returns the focus", async () => {
    const person = userEvent.setup();
    renderApp("/evening");
    const budget = await part("Бюджет вечера");
    await person.click(budget.getByRole("button", { name: "Указать" }));
    const field = () => budget.getByLabelText(/Сколько готовы потратить/);
    await person.type(field(), "9000000000000{Enter}");
    expect(await budget.findByText("Сумма больше допустимой")).toBeVisible();
    await person.clear(field());
    await person.keyboard("600000{Enter}");
    expect(budget.getByRole("button", { name: "Изменить" })).toHaveFocus();
    for (const key of ["{Escape}", "{Enter}"]) {
      await person.keyboard("{Enter}");
      await person.tripleClick(field());
      await person.paste("много");
      await person.keyboard(key);
      expect(budget.getByText(/^из 600.000.₽/)).toBeVisible();
      expect(budget.getByRole("button", { name: "Изменить" })).toHaveFocus();
    }
  });

  it("on a phone the money is one line, so that the lots come first, and opens", async () => {
    const usual = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({
      ...usual(query),
      matches: query === "(max-width: 68.75em)",
    }));
    const person = userEvent.setup();
    const { container } = renderApp("/evening");
    const budget = await part("Бюджет вечера");
    const line = budget.getByRole("button", { name: /^Бюджет вечера\s?занято 504.850.₽$/, expanded: false });
    expect(budget.queryByRole("definition")).not.toBeInTheDocument();
    await expectAccessible(container);
    await person.click(line);
    expect(line).toHaveAttribute("aria-expanded", "true");
    expect(budget.getAllByRole("definition")).toHaveLength(3);
    await person.click(budget.getByRole("button", { name: "Указать" }));
    await person.type(budget.getByLabelText(/Сколько готовы потратить/), "600000{Enter}");
    await person.click(line);
    expect(line).toHaveAccessibleName(/свободно 95.150.₽$/);
    await person.click(line);
    expect(budget.getByRole("button", { name: "Изменить" })).toBeVisible();
    expect(line).toHaveFocus();
  });

  it("follows a rival's bet at once", async () => {
    renderApp("/evening");
    expect((await row("Сумерки")).getByText("Вы лидируете")).toBeVisible();
    await waitFor(() =>
      expect(socketOf("/Chat").sent).toContainEqual(["Join", 11, "Анна Иванова", "test-token"]),
    );
    act(() =>
      socketOf("/Chat").push(
        "LotUpdate",
        updateOf(makeFullLot(leading.lot), {
          leadingBet: { ...mine, id: 9, value: 202_400, participant: 217 },
          price: { ...leading.lot.price, value: 202_400 },
        }),
      ),
    );
    await waitFor(async () => expect((await row("Сумерки")).getByText("Ваша ставка перебита")).toBeVisible());
  });

  it("has no time without a pace, and the start of a sale that waits", async () => {
    world.evening = {
      sales: [
        { catalog: makeCatalog({ title: "Первый" }), currentNumber: 1, secondsPerLot: null },
        {
          catalog: makeCatalog({
            id: 30,
            title: "Второй",
            state: CatalogState.Scheduled,
            startDate: at(2 * HOUR),
          }),
          currentNumber: null,
          secondsPerLot: null,
        },
      ],
      lots: [
        near,
        makeEveningLot({
          ...queued,
          id: 5,
          catalogId: 30,
          catalogState: CatalogState.Scheduled,
          titleRu: "Позже",
        }),
      ],
    };
    renderApp("/evening");
    expect((await row("Берёзы")).getByText("до этого лота")).toBeVisible();
    const later = await row("Позже");
    expect(later.getByText("16:32")).toBeVisible();
    expect(later.getByText("начало торгов")).toBeVisible();
  });

  it("says what it is for while there is nothing to wait for", async () => {
    world.evening = { sales: [], lots: [] };
    renderApp("/evening");
    expect(await screen.findByRole("heading", { name: "Лотов на вечер пока нет" })).toBeVisible();
  });
});

describe("three lots ahead", () => {
  it("a notice leads into the room from any page, once", async () => {
    const person = userEvent.setup();
    const first = renderApp("/about");
    expect(await screen.findByText("Скоро лот 121, «Берёзы»")).toBeVisible();
    expect(screen.getByText(/^Через 3.лота\. «Вечерний аукцион»\./)).toBeVisible();
    expect(screen.queryByText(/Регата/)).not.toBeInTheDocument();
    await person.click(screen.getByRole("link", { name: /^Войти.в.зал$/ }));
    await waitFor(() => expect(first.router.location.pathname).toBe("/auction/10"));
    first.unmount();
    notifications.clean();
    renderApp("/about");
    await screen.findByRole("link", { name: "Мой вечер" });
    await waitFor(() => expect(localStorage.getItem("near-lots")).toBe("121"));
    expect(screen.queryByText(/«Берёзы»/)).not.toBeInTheDocument();
  });

  it("on a phone one notice counts the others", async () => {
    const usual = window.matchMedia;
    vi.stubGlobal("matchMedia", (query: string) => ({
      ...usual(query),
      matches: query === "(max-width: 45em)",
    }));
    const second = makeEveningLot({ ...queued, id: 122, catalogLotId: 122, titleRu: "Пруд" }, { ahead: 3 });
    world.evening = { ...world.evening, lots: [near, second] };
    renderApp("/about");
    expect(await screen.findByText("Скоро лот 121, «Берёзы»")).toBeVisible();
    expect(screen.getByText(/Скоро ещё 1.лот$/)).toBeVisible();
    expect(screen.queryByText(/«Пруд»/)).not.toBeInTheDocument();
    act(() => notifications.clean());
  });

  it("no notice comes once they are switched off", async () => {
    const person = userEvent.setup();
    localStorage.setItem("near-lots", "121");
    const first = renderApp("/evening");
    const off = await screen.findByRole("switch", { name: /За три лота до моего/ });
    expect(off).toBeChecked();
    await person.click(off);
    expect(off).not.toBeChecked();
    first.unmount();
    localStorage.removeItem("near-lots");
    renderApp("/");
    expect(await screen.findByRole("heading", { name: "Мой вечер" })).toBeVisible();
    expect(localStorage.getItem("near-lots")).toBeNull();
  });
});

it("home shows what comes up first, and leads on", async () => {
  renderApp("/");
  expect(await screen.findByRole("heading", { name: "Мой вечер" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Берёзы" })).toBeVisible();
  expect(screen.getByRole("link", { name: /Все 5/ })).toHaveAttribute("href", "/evening");
  expect(screen.queryByRole("link", { name: "Сумерки" })).not.toBeInTheDocument();
});
