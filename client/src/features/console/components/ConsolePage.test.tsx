import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  AuctioneerAnswer,
  Catalog,
  CatalogStatusUpdate,
  ChatMessage,
  LotShort,
  PaddleHolder,
} from "@/lib/api/types";
import { thousands } from "@/lib/format";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  DAY,
  makeFullCatalog,
  makeFullLot,
  makeLeadingBet,
  makeSnapshot,
  makeUser,
  pageOf,
} from "@/testing/factories";
import { updateOf } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { STEADY_MS } from "@/trade/bidding/useSteady";
import { CatalogState, CatalogType, LotState, ReserveState } from "@/trade/enums";
import ConsolePage from "./ConsolePage";

/** The desk forgets a key pressed so shortly after the hammer. */
const AFTER_HAMMER_MS = 800;
/** And an Enter so shortly after one that meant a field or a dialog. */
const AFTER_ENTER_MS = 800;

const catalog = makeFullCatalog({ isAutoStart: false, isController: true, isAuctioneer: true });
const queue = [1, 2, 3].map((number) =>
  makeFullLot({
    id: 47 + number,
    catalogId: catalog.id,
    catalogLotId: number,
    catalogType: CatalogType.Classic,
    titleRu: `Этюд ${number}`,
    auctioneerNote: "Назвать выставку 1911 года",
    endTradeTime: null,
  }),
);
const [first, second] = queue as [(typeof queue)[0], (typeof queue)[0], (typeof queue)[0]];

function moved(currentLotId: number, version: number): CatalogStatusUpdate {
  return {
    catalogId: catalog.id,
    currentLotId,
    version,
    state: CatalogState.InProcess,
    startDate: catalog.startDate,
    endDate: null,
    pausedAt: null,
    pauseReason: null,
    serverTime: at(0),
  };
}

// Fakes only the clock of the guards. Everything else runs in real time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  holders = [];
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);

const VICTOR: PaddleHolder = {
  id: 1,
  number: "41",
  name: "Виктор Лемешев",
  phone: null,
  deposit: null,
  limit: 500_000,
  isByPhone: true,
  language: "английский",
  lots: [1],
  caller: "Ирина",
};
let holders: PaddleHolder[] = [];

/** A sale with its first lot on the block, or about to start; every hammer opens the second. */
function serveDesk(state: number) {
  const sent: { call: string; body: unknown }[] = [];
  signIn(makeUser({ auctioneerOfCatalogIds: [catalog.id] }));
  snapshots.set(
    catalog.id,
    makeSnapshot({ id: catalog.id, state }, state === CatalogState.Scheduled ? null : first.id),
  );
  const answered = (): AuctioneerAnswer => ({
    codeSet: "auctioneer",
    code: 0,
    message: "",
    catalog: moved(second.id, 2),
    lot: null,
  });
  server.use(
    http.get("*/api/catalog/:id/lots", () => json(pageOf(queue))),
    http.get("*/api/lots/:id", ({ params }) =>
      json(queue.find(({ id }) => id === Number(params.id)) ?? null),
    ),
    http.get("*/api/trade/bet/lot/:id/history", () => json(pageOf([]))),
    http.get("*/api/trade/bet/absentee/catalog/:id", () => json([])),
    http.get("*/api/trade/paddles/:id", () => json(holders)),
    http.get("*/api/trade/attention/:id", () =>
      json({ members: 137, watching: 61, signedIn: 40, reaching: 4 }),
    ),
    http.post("*/api/trade/paddles/:id", async ({ request }) => {
      sent.push({ call: "addPaddle", body: await request.json() });
      return json({ ...VICTOR, id: 9 });
    }),
    http.put("*/api/trade/paddles/:id/:paddleId", async ({ request }) => {
      sent.push({ call: "changePaddle", body: await request.json() });
      return json(VICTOR);
    }),
    http.put("*/api/chat/:id/*", async ({ request }) => {
      const call = new URL(request.url).pathname.replace(/.*\//, "");
      sent.push({ call, body: await request.json() });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/:id/count", () => json({ count: 3 })),
    http.put("*/api/trade/classic/*", async ({ request }) => {
      const call = new URL(request.url).pathname.replace(/.*\//, "");
      sent.push({ call, body: await request.json().catch(() => null) });
      return json(answered());
    }),
    http.post("*/api/trade/bet", async ({ request }) => {
      sent.push({ call: "bet", body: await request.json() });
      return json({ codeSet: "bet", code: 0, message: "", bet: null, lot: null });
    }),
  );
  return sent;
}

/** The desk of that sale, whose amounts have stood for a while. */
async function atTheDesk(sale: Catalog = { ...catalog, state: CatalogState.InProcess }) {
  const sent = serveDesk(sale.state);
  renderPart(<ConsolePage catalog={sale} house={null} />);
  await screen.findByRole("heading", { name: /Этюд 1/ });
  pass(STEADY_MS);
  return { sent, person: userEvent.setup() };
}

const key = (name: RegExp) => screen.getByRole("button", { name });
const hears = (event: string, ...args: unknown[]) => act(() => socketOf("/Chat").push(event, ...args));

/** Holds the next bet's answer back until the returned function is called. */
function holdBet(): () => void {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post("*/api/trade/bet", async () => {
      await asked;
      return json({ codeSet: "bet", code: 0, message: "", bet: null, lot: null });
    }),
  );
  return answer;
}

describe("an action", () => {
  it("is sent with the lot that was on the desk", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("{Enter}");
    expect(await screen.findByText("Лот продан")).toBeInTheDocument();
    expect(sent).toEqual([{ call: "sell", body: { lotId: first.id } }]);
  });

  it("that is asked about says what becomes of the lot, and is sent with this lot", async () => {
    const { sent, person } = await atTheDesk();
    await person.click(key(/^Следующий/));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Лот 1 будет продан участнику 217 за 184 000 ₽.")).toBeInTheDocument();
    expect(dialog.getByText("Лот 1. Николай Сабуров. Этюд 1")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.click(dialog.getByRole("button", { name: /^Продать и дальше/ }));
    await waitFor(() =>
      expect(sent).toEqual([{ call: "next", body: { catalogId: catalog.id, lotId: first.id } }]),
    );
  });

  it("does not speak of a next lot after the last one", async () => {
    const { sent, person } = await atTheDesk();
    for (const lot of queue.slice(1)) {
      hears("LotUpdate", updateOf(lot, { version: 9, state: LotState.Sold, isBiddingOver: true }));
    }
    await person.click(key(/^Следующий/));
    const dialog = within(await screen.findByRole("dialog", { name: "Последний лот" }));
    await person.click(dialog.getByRole("button", { name: /^Продать и дальше/ }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["next"]));
    expect(await screen.findByText("Все лоты пройдены")).toBeInTheDocument();
    expect(screen.queryByText("Следующий лот")).not.toBeInTheDocument();
  });

  it("never promises that a lot below its reserve stays unsold while its leader may have an order", async () => {
    const { person } = await atTheDesk();
    hears("LotUpdate", updateOf(first, { reservePriceState: ReserveState.NotAchieved }));
    await person.click(key(/^Следующий/));
    const dialog = within(await screen.findByRole("dialog", { name: "Следующий лот" }));
    expect(dialog.getByText(/лот 1 будет продан участнику 217 за резервную цену/)).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: /^Дальше/ })).toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: /без продажи/ })).not.toBeInTheDocument();
  });

  it("that is asked about is dropped when the bet it was asked about is no longer the last", async () => {
    const { sent, person } = await atTheDesk();
    await person.click(key(/^Следующий/));
    await screen.findByRole("dialog");
    const leadingBet = first.leadingBet && { ...first.leadingBet, id: 2, value: 202_400 };
    hears("LotUpdate", updateOf(first, { leadingBet, betsCount: 15 }));
    expect(await screen.findByText("Лот или ставка изменились, действие не выполнено")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent).toEqual([]);
  });
});

describe("a warning", () => {
  it("is sent with the lot that was on the desk", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("{F4}");
    await waitFor(() => expect(sent).toEqual([{ call: "warn", body: { lotId: first.id } }]));
  });

  it("is shown until a bet makes it void, and that bet stays marked", async () => {
    await atTheDesk();
    hears("LotUpdate", updateOf(first, { version: 8, warnedAt: at(0) }));
    const warning = await screen.findByText("Объявлен последний раз");
    expect(key(/^Последний раз/)).toHaveAttribute("aria-pressed", "true");

    const leadingBet = makeLeadingBet({ id: 5, value: 202_400, created: at(1000), participant: 302 });
    hears("LotUpdate", updateOf(first, { version: 9, warnedAt: null, leadingBet, betsCount: 15 }));
    expect(await screen.findByText(/после предупреждения/)).toBeInTheDocument();
    expect(warning).not.toBeInTheDocument();
  });
});

describe("a pause", () => {
  it("turns every key off but those that work in it, and says since when and why", async () => {
    const { sent, person } = await atTheDesk();
    hears("CatalogStatusUpdate", {
      ...moved(first.id, 5),
      pausedAt: at(0),
      pauseReason: "Ждём эксперта",
    });
    expect(await screen.findByText("Торги на паузе. Ждём эксперта")).toBeInTheDocument();
    expect(screen.getByRole("banner")).toHaveTextContent(/Пауза с/);
    expect(screen.getByRole("banner")).not.toHaveTextContent("Идёт");
    for (const name of [/^Продать/, /^Следующий/, /^Снять лот/, /^Последний раз/]) {
      expect(key(name)).toHaveAttribute("aria-disabled", "true");
    }
    await person.keyboard("{Enter}");
    await person.keyboard("{F6}");
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["resume"]));
  });
});

describe("before the start", () => {
  const scheduled = { ...catalog, startDate: at(0), state: CatalogState.Scheduled };

  async function beforeTheStart(sale: Catalog = scheduled) {
    await atTheDesk(sale);
    return screen.findByText("Торги не идут: остальные клавиши включит «Старт»");
  }

  it("one line says why the keys are off, and each of them refers to it", async () => {
    const line = await beforeTheStart();
    expect(key(/^Старт/)).not.toHaveAttribute("aria-disabled");
    expect(key(/^Старт/)).not.toHaveAccessibleDescription();
    for (const name of [/^Продать/, /^Пауза/, /^Следующий/, /^Ставка зала\s*202/]) {
      expect(key(name)).toHaveAccessibleDescription(line.textContent ?? "");
    }
    expect(key(/^Завершить/)).toHaveAccessibleDescription("Доступно после последнего лота");
  });

  it("the first lot is shown as what comes, in a rehearsal too", async () => {
    queue.forEach((lot) => {
      lot.hidden = true;
    });
    await beforeTheStart({ ...scheduled, hidden: true, rehearsalOf: 3 });
    expect(screen.getByText("Первый лот: 1")).toBeInTheDocument();
    queue.forEach((lot) => {
      lot.hidden = false;
    });
  });
});

it("between two lots the hall's keys and the amount's field keep their places", async () => {
  await atTheDesk();
  hears("CatalogStatusUpdate", { ...moved(first.id, 5), currentLotId: null });
  expect(await screen.findByText("Лота на торгах нет.")).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: /^Ставка зала\s*—/ })).toHaveLength(3);
  expect(screen.getByLabelText("Своя сумма")).toBeInTheDocument();
});

it("lots that cannot be read are told in the head and in words, and read again", async () => {
  serveDesk(CatalogState.InProcess);
  server.use(http.get("*/api/catalog/:id/lots", () => problem(500, { title: "internal" }), { once: true }));
  renderPart(<ConsolePage catalog={catalog} house={null} />);
  const fault = within(await screen.findByRole("alert"));
  expect(fault.getByText(/^Торги идут дальше/)).toBeInTheDocument();
  expect(screen.getByRole("banner")).toHaveTextContent("Лоты не загружены");
  expect(screen.getByRole("banner")).not.toHaveTextContent("На связи");
  await userEvent.setup().click(fault.getByRole("button", { name: "Повторить" }));
  expect(await screen.findByRole("heading", { name: /Этюд 1/ })).toBeInTheDocument();
  expect(screen.getByRole("banner")).toHaveTextContent("На связи");
});

it("while the line is down the desk says so, in the place of what was done before, and nothing looks live", async () => {
  const { person } = await atTheDesk();
  hears("CatalogStatusUpdate", { ...moved(first.id, 5), pausedAt: at(0) });
  await screen.findByText(/видят все$/);
  await person.click(key(/Продолжить/));
  expect(await screen.findByText("Торги продолжаются")).toBeInTheDocument();
  hears("CatalogStatusUpdate", moved(first.id, 6));
  const state = await screen.findByText("Идёт");
  expect(state).toHaveAttribute("data-live");
  act(() => socketOf("/Chat").drop());
  expect(screen.queryByText("Торги продолжаются")).not.toBeInTheDocument();
  expect(screen.getByText("Нет связи с сервером: пульт показывает, что было до обрыва")).toHaveAttribute(
    "data-bad",
  );
  expect(state).not.toHaveAttribute("data-live");
  expect(screen.queryByText("Решает молоток")).not.toBeInTheDocument();
  act(() => void socketOf("/Chat").connect());
  await waitFor(() => expect(screen.queryByText(/до обрыва/)).not.toBeInTheDocument());
  expect(state).toHaveAttribute("data-live");
});

describe("the message of a refused key", () => {
  it("disappears when the pause that caused it ends", async () => {
    const { person } = await atTheDesk();
    hears("CatalogStatusUpdate", { ...moved(first.id, 5), pausedAt: at(0) });
    await screen.findByText(/видят все$/);
    await person.keyboard("{Enter}");
    expect(screen.getByText("Продать: торги на паузе")).toBeInTheDocument();
    hears("CatalogStatusUpdate", moved(first.id, 6));
    await waitFor(() => expect(screen.queryByText("Продать: торги на паузе")).not.toBeInTheDocument());
  });

  it("disappears when the connection is back", async () => {
    const { person } = await atTheDesk();
    act(() => socketOf("/Chat").drop());
    await person.keyboard(" ");
    expect(screen.getByText("Ставка зала: нет связи с сервером")).toBeInTheDocument();
    act(() => void socketOf("/Chat").connect());
    await waitFor(() => expect(screen.queryByText(/нет связи с сервером/)).not.toBeInTheDocument());
  });

  it("disappears with its lot, while a confirmation stays", async () => {
    const { person } = await atTheDesk();
    await person.keyboard("{F10}");
    expect(screen.getByText("Завершить: доступно после последнего лота")).toBeInTheDocument();
    hears("CatalogStatusUpdate", moved(second.id, 2));
    await screen.findByRole("heading", { name: /Этюд 2/ });
    expect(screen.queryByText(/^Завершить:/)).not.toBeInTheDocument();
    pass(AFTER_HAMMER_MS);
    await person.keyboard("{F4}");
    expect(
      await screen.findByText("Объявлен последний раз", { selector: "[role=status]" }),
    ).toBeInTheDocument();
    hears("CatalogStatusUpdate", moved(50, 3));
    await screen.findByRole("heading", { name: /Этюд 3/ });
    expect(screen.getByText("Объявлен последний раз")).toBeInTheDocument();
  });

  it("stays when the lot changes together with the refusal", async () => {
    const { person } = await atTheDesk();
    server.use(
      http.put("*/api/trade/classic/*", () =>
        json({
          codeSet: "bet",
          code: 5,
          message: "В настоящее время лот не участвует в классическом аукционе",
          catalog: moved(second.id, 2),
          lot: null,
        }),
      ),
    );
    await person.keyboard("{Enter}");
    await screen.findByRole("heading", { name: /Этюд 2/ });
    expect(await screen.findByText(/лот не участвует в классическом аукционе/)).toBeInTheDocument();
  });
});

it("shows the date of bets from other days, and the buyer after the hammer", async () => {
  await atTheDesk();
  hears(
    "LotUpdate",
    updateOf(first, {
      version: 8,
      state: LotState.Sold,
      isBiddingOver: true,
      leadingBet: makeLeadingBet({ id: 5, created: at(-2 * DAY), participant: 302 }),
      betsCount: 1,
    }),
  );
  const bets = within(screen.getByRole("region", { name: "Ставки по лоту" }));
  expect(await bets.findByText(/^\d+\s[а-я]+, \d\d:\d\d:\d\d$/)).toBeInTheDocument();
  const lot = within(screen.getByRole("region", { name: "Текущий лот" }));
  expect(lot.getByText("Покупатель").parentElement).toHaveTextContent("Участник 302");
  expect(lot.queryByText("Лидирует")).not.toBeInTheDocument();
});

it("shows what is read out about the lot, and the house's remarks for the auctioneer", async () => {
  await atTheDesk();
  const aloud = within(await screen.findByRole("region", { name: "Прочесть вслух" }));
  expect(aloud.getByText("Назвать выставку 1911 года")).toBeInTheDocument();
});

describe("an amount named in the hall", () => {
  it("is typed as it is and bet with Enter", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("41");
    await person.keyboard("+");
    expect(screen.getByLabelText("Своя сумма")).toHaveFocus();
    await person.keyboard("350000{Enter}");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          call: "bet",
          body: { catalogId: catalog.id, lotId: first.id, betValue: 350_000, FromUserId: "41" },
        },
      ]),
    );
    await waitFor(() => expect(screen.getByLabelText("Участник зала")).toHaveValue(""));
    expect(screen.getByLabelText("Своя сумма")).toHaveValue("");
  });

  it.each([
    ["350005", "Ставка должна быть кратна 10"],
    ["100", "Минимальная ставка 202 400 ₽"],
    ["", "Введите сумму ставки зала"],
  ])("that cannot be bet is not sent: %s", async (typed, why) => {
    const { sent, person } = await atTheDesk();
    await person.keyboard(`+${typed}{Enter}`);
    expect(screen.getByText(why)).toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe("a bet of the hall that was accepted", () => {
  it("is not hammered by the second Enter of its own amount", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("41+350000{Enter}");
    await screen.findByText(/Ставка зала 350 000 ₽ принята/);
    pass(AFTER_ENTER_MS - 1);
    await person.keyboard("{Enter}");
    expect(sent.map(({ call }) => call)).toEqual(["bet"]);
    expect(screen.getByText(/Чтобы продать лот, нажмите ещё раз/)).toBeInTheDocument();
    pass(1);
    await person.keyboard("{Enter}");
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["bet", "sell"]));
  });

  it("clears only what was sent", async () => {
    const { person } = await atTheDesk();
    const answer = holdBet();
    await person.keyboard("41 ");
    await person.keyboard("7+3600");
    answer();
    await screen.findByText(/Ставка зала 202 400 ₽ принята/);
    expect(screen.getByLabelText("Участник зала")).toHaveValue("7");
    expect(screen.getByLabelText("Своя сумма")).toHaveValue(thousands(3600));
    expect(screen.getByLabelText("Своя сумма")).toHaveFocus();
  });
});

it("a bet of the hall after the session's end tells the auctioneer to sign in", async () => {
  const { person } = await atTheDesk();
  server.use(http.post("*/api/trade/bet", () => problem(401, { title: "not_authenticated" })));
  await person.keyboard("41 ");
  expect(await screen.findByText("Сеанс завершён: войдите снова")).toBeVisible();
});

describe("a slip in the paddle's field", () => {
  it("makes no other buyer: the comma beside Enter is no part of the number", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("15, ");
    await screen.findByText(/Ставка зала 202 400 ₽ принята/);
    expect(sent).toEqual([{ call: "bet", body: expect.objectContaining({ FromUserId: "15" }) }]);
    expect(screen.getByLabelText("Участник зала")).toHaveValue("");
  });

  it("is refused in words before it is a bet", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("17-18 ");
    expect(
      screen.getByText("Участника «17-18» в зале нет. Наберите один номер, без знаков"),
    ).toBeInTheDocument();
    expect(screen.getByText("Нет такого номера")).toBeInTheDocument();
    await person.keyboard("{Escape}");
    fireEvent.change(screen.getByLabelText("Участник зала"), { target: { value: "," } });
    await person.keyboard(" ");
    expect(screen.getByText(/нет ни цифр, ни букв/)).toBeInTheDocument();
    expect(sent).toEqual([]);
    expect(screen.getByLabelText("Участник зала")).toHaveValue(",");
  });

  it("is seen in a long number too, which the field shows smaller", async () => {
    const { person } = await atTheDesk();
    await person.keyboard("1234567");
    const field = screen.getByLabelText("Участник зала");
    expect(field).not.toHaveAttribute("data-long");
    await person.keyboard("8");
    expect(field).toHaveAttribute("data-long");
    expect(field).toHaveAttribute("title", "12345678");
  });
});

describe("a number left in the paddle's field", () => {
  it("keeps no key from the desk, and Backspace says what it does", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("41{Backspace}");
    expect(screen.getByLabelText("Участник зала")).toHaveValue("4");
    expect(screen.getByText(/Backspace стирает номер участника/)).toBeInTheDocument();
    await person.keyboard("{ArrowRight}");
    expect(await screen.findByRole("dialog", { name: "Следующий лот" })).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("sells to the leading paddle", async () => {
    const { sent, person } = await atTheDesk();
    const leadingBet = makeLeadingBet({ id: 5, value: 202_400, participant: null, paddle: "41" });
    hears("LotUpdate", updateOf(first, { leadingBet, betsCount: 15 }));
    await person.keyboard("41{Enter}");
    await screen.findByRole("heading", { name: /Этюд 2/ });
    expect(sent.map(({ call }) => call)).toEqual(["sell"]);
    expect(screen.getByLabelText("Участник зала")).toHaveValue("");
  });

  it("does not sell to another paddle on Enter", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("41{Enter}");
    expect(
      screen.getByText("Номер 41 в зале не лидирует: Пробел — ставка, Esc — очистить"),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("Участник зала")).toHaveValue("41");
    fireEvent.change(screen.getByLabelText("Участник зала"), { target: { value: "  " } });
    await person.keyboard("{Enter}");
    expect(screen.getByText("Номер участника не набран: Esc — очистить")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.keyboard("{Escape}{Enter}");
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["sell"]));
  });

  it("does not sell on Enter while its own bet is pending", async () => {
    const { sent, person } = await atTheDesk();
    const answer = holdBet();
    await person.keyboard("41 {Enter}");
    expect(screen.getByText("Прежняя ставка ещё не принята")).toBeInTheDocument();
    answer();
    await screen.findByText(/Ставка зала 202 400 ₽ принята/);
    expect(sent).toEqual([]);
  });

  it("goes with Escape", async () => {
    const { person } = await atTheDesk();
    await person.keyboard("41{Escape}");
    expect(screen.getByLabelText("Участник зала")).toHaveValue("");
  });
});

it("a key that does nothing says why", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{F10}");
  expect(screen.getByText("Завершить: доступно после последнего лота")).toBeInTheDocument();
  expect(sent).toEqual([]);
});

it("a question is confirmed by «Д», and Enter pressed twice does nothing", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{ArrowRight}");
  const refuse = within(await screen.findByRole("dialog")).getByRole("button", { name: /Не надо/ });
  await waitFor(() => expect(refuse).toHaveFocus());
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(sent).toEqual([]);
  await person.keyboard("{ArrowRight}");
  await waitFor(() => expect(screen.getByRole("button", { name: /Не надо/ })).toHaveFocus());
  await person.keyboard("[KeyL]");
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["next"]));
});

it("«Д» confirms before the dialog has taken the focus", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{ArrowRight}");
  fireEvent.keyDown(document.body, { key: "д", code: "KeyL" });
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["next"]));
});

it("a jump opens a lot by its number, and says what becomes of the one on the block", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{F3}9{Enter}");
  expect(screen.getByText("К лоту 9: такого лота нет")).toBeInTheDocument();
  await person.keyboard("{F3}3{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "К лоту 3" }));
  expect(dialog.getByText(/вернётся в очередь со своей ставкой/)).toBeInTheDocument();
  expect(dialog.getByText("Лот 3. Николай Сабуров. Этюд 3")).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: /К лоту 3/ }));
  await waitFor(() => expect(sent).toEqual([{ call: "jump", body: { lotId: 50, fromLotId: first.id } }]));
});

it("a refused jump keeps the field, so that the number typed again is no paddle's", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{F3}9{Enter}");
  expect(screen.getByLabelText("К лоту")).toHaveFocus();
  await person.keyboard("1{Enter}");
  expect(screen.getByText("К лоту 1: уже на торгах")).toBeInTheDocument();
  expect(screen.getByLabelText("Участник зала")).toHaveValue("");
  expect(sent).toEqual([]);
});

it("the desk takes no key while any dialog is open", async () => {
  const { sent, person } = await atTheDesk();
  await person.click(screen.getByRole("button", { name: "Изменить заготовки" }));
  await screen.findByRole("dialog", { name: "Заготовки сообщений" });
  await person.keyboard("{F4}{F6}");
  expect(screen.queryByRole("dialog", { name: "Пауза" })).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

it("an Enter that closed a question is not the hammer when it is pressed twice", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{ArrowRight}");
  await waitFor(() => expect(screen.getByRole("button", { name: /Не надо/ })).toHaveFocus());
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await person.keyboard("{Enter}");
  expect(screen.getByText(/Чтобы продать лот, нажмите ещё раз/)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

describe("lots that are sold as one", () => {
  const group = [1, 2, 3];
  const joins = () =>
    queue.forEach((lot) => {
      hears("LotUpdate", updateOf(lot, { version: 9, leadingBet: null, betsCount: 0, together: group }));
    });

  it("are joined by their numbers before the first bet", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("*");
    expect(screen.getByText("Продать лоты вместе: на лот уже сделана ставка")).toBeInTheDocument();
    for (const lot of queue)
      hears("LotUpdate", updateOf(lot, { version: 8, leadingBet: null, betsCount: 0 }));
    await person.keyboard("*");
    const dialog = within(await screen.findByRole("dialog", { name: "Продать лоты вместе" }));
    await waitFor(() => expect(dialog.getByLabelText("С лотом 1 вместе")).toHaveFocus());
    await person.keyboard("2, 9{Enter}");
    expect(dialog.getByText("Такого лота нет: 9")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.keyboard("{Backspace}3{Enter}");
    expect(await screen.findByText("Лоты 1, 2 и 3 продаются вместе")).toBeInTheDocument();
    expect(sent).toEqual([
      { call: "group", body: { lotId: first.id, withLotIds: [second.id, 50], isChoice: false } },
    ]);
  });

  it("are shown as such, come up by the first of them, and are parted again", async () => {
    const { sent, person } = await atTheDesk();
    joins();
    expect(await screen.findByText("Лоты 1, 2 и 3 продаются вместе, одной ценой")).toBeInTheDocument();
    expect(screen.getAllByText("с лотом 1")).toHaveLength(2);
    await person.keyboard("{F3}2{Enter}");
    expect(screen.getByText("К лоту 2: продаётся вместе с лотом 1")).toBeInTheDocument();
    await person.keyboard("{Escape}*");
    const dialog = within(await screen.findByRole("dialog", { name: "Продавать по одному" }));
    await person.click(dialog.getByRole("button", { name: /Разделить/ }));
    await waitFor(() => expect(sent).toMatchObject([{ call: "group", body: { withLotIds: [] } }]));
  });
});

describe("lots at the buyer's choice", () => {
  const [, , third] = queue as [(typeof queue)[0], (typeof queue)[0], (typeof queue)[0]];
  type Reserve = (typeof ReserveState)[keyof typeof ReserveState];
  const chosen = { version: 9, together: [1, 2, 3], isChoice: true };
  const waits = { ...chosen, state: LotState.None, leadingBet: null, betsCount: 0 };
  const valued = (value: number | null, reservePriceState: Reserve | null = null) => ({
    reservePriceState,
    price: { start: 100, value, reservePriceState, currency: 0 },
  });
  const offers = (reserve: Reserve | null = null) => {
    hears("LotUpdate", updateOf(first, { ...chosen, ...valued(184_000) }));
    hears("LotUpdate", updateOf(second, { ...waits, ...valued(null) }));
    hears("LotUpdate", updateOf(third, { ...waits, ...valued(null, reserve) }));
  };

  it("are offered in the dialog that joins lots", async () => {
    const { sent, person } = await atTheDesk();
    for (const lot of queue)
      hears("LotUpdate", updateOf(lot, { version: 8, leadingBet: null, betsCount: 0 }));
    await person.keyboard("*");
    const dialog = within(await screen.findByRole("dialog", { name: "Продать лоты вместе" }));
    await waitFor(() => expect(dialog.getByLabelText("С лотом 1 вместе")).toHaveFocus());
    await person.keyboard("2");
    await person.click(dialog.getByRole("radio", { name: "на выбор покупателя" }));
    await person.click(dialog.getByRole("button", { name: /Объединить/ }));
    expect(await screen.findByText("Лоты 1 и 2 предлагаются на выбор")).toBeInTheDocument();
    expect(sent).toEqual([
      { call: "group", body: { lotId: first.id, withLotIds: [second.id], isChoice: true } },
    ]);
  });

  it("are taken by figures and Enter, one at least", async () => {
    const { sent, person } = await atTheDesk();
    offers();
    expect(
      await screen.findByText("На выбор покупателя, вместе с лотами 2 и 3. Цена за один лот"),
    ).toBeInTheDocument();
    expect(screen.getAllByText("на выбор")).toHaveLength(2);
    await person.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Продать" }));
    await waitFor(() => expect(dialog.getByRole("checkbox", { name: /Лот 1/ })).toHaveFocus());
    await expectAccessible(document.body);
    await person.keyboard("{Enter}");
    expect(dialog.getByRole("alert")).toHaveTextContent("Отметьте лоты, которые берёт покупатель");
    expect(sent).toEqual([]);
    await person.keyboard("*12");
    expect(dialog.getByRole("checkbox", { name: /Лот 3/ })).toBeChecked();
    await person.keyboard("2");
    expect(dialog.getByText(/2 лота по 184 000 ₽, всего 368 000 ₽/)).toBeInTheDocument();
    await person.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          call: "sell",
          body: { lotId: first.id, takeLotIds: [second.id, third.id], betId: first.leadingBet?.id },
        },
      ]),
    );
    expect(await screen.findByText("Лоты 2 и 3 проданы")).toBeInTheDocument();
  });

  it("are sold below their reserve only after a question, which Enter does not answer", async () => {
    const { sent, person } = await atTheDesk();
    offers(ReserveState.NotAchieved);
    await person.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Продать" }));
    await waitFor(() => expect(dialog.getByRole("checkbox", { name: /Лот 1/ })).toHaveFocus());
    await person.keyboard("23{Enter}");
    expect(dialog.getByRole("alert")).toHaveTextContent("Резервная цена не достигнута: лот 3.");
    await person.keyboard("{Enter}");
    expect(await dialog.findByRole("checkbox", { name: /Лот 3/ })).toBeChecked();
    expect(sent).toEqual([]);
    await person.click(dialog.getByRole("button", { name: /Продать/ }));
    await person.keyboard("[KeyL]");
    await waitFor(() =>
      expect(sent).toMatchObject([{ call: "sell", body: { takeLotIds: [second.id, third.id] } }]),
    );
  });

  it("may all rise to the reserve of the leading lot, if its leader has an order", async () => {
    const { person } = await atTheDesk();
    offers();
    hears(
      "LotUpdate",
      updateOf(first, { ...chosen, version: 10, ...valued(184_000, ReserveState.NotAchieved) }),
    );
    await person.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Продать" }));
    await waitFor(() => expect(dialog.getByRole("checkbox", { name: /Лот 1/ })).toHaveFocus());
    await person.keyboard("12{Enter}");
    expect(dialog.getByRole("alert")).toHaveTextContent(
      "Если заочная ставка лидера доходит до резерва лота 1, до него поднимется цена каждого лота.",
    );
  });

  it("show what was sold of them until the sale goes on, and may be offered again", async () => {
    const { sent, person } = await atTheDesk();
    offers();
    const sold = { ...chosen, version: 10, state: LotState.Sold, isBiddingOver: true, ...valued(184_000) };
    hears("LotUpdate", updateOf(first, { ...waits, version: 10, ...valued(null) }));
    hears("LotUpdate", updateOf(second, { ...sold, betsCount: 1 }));
    hears("LotUpdate", updateOf(third, { ...sold, betsCount: 1 }));
    expect(await screen.findByText("Проданы лоты 2 и 3, каждый за эту цену")).toBeInTheDocument();
    // The bets of the lot shown.
    const bets = within(screen.getByRole("region", { name: "Ставки по лоту" }));
    expect(await bets.findByText("№ 1")).toBeInTheDocument();
    expect(screen.getByText("всего ставил").nextElementSibling).toHaveTextContent("1");
    expect(screen.queryByText("На этом лоте ставок из сети нет")).not.toBeInTheDocument();
    const row = within(screen.getByRole("region", { name: "Очередь лотов" })).getByText("Этюд 2");
    expect(row.closest("li")).toHaveAttribute("aria-current", "true");
    expect(screen.getByRole("heading", { name: /Этюд 2/ })).toBeInTheDocument();
    expect(key(/^Продать/)).toHaveAttribute("aria-disabled", "true");
    await person.keyboard("{ArrowLeft}");
    const dialog = within(await screen.findByRole("dialog", { name: /^Вернуть лот\s1$/ }));
    expect(dialog.getByText("Снова предложить лоты на выбор?")).toBeInTheDocument();
    expect(dialog.getByText(/Проданы лоты 2 и 3, каждый за 184 000 ₽/)).toBeInTheDocument();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.keyboard("{ArrowRight}");
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["next"]));
  });
});

it("a pause takes a reason, which may be empty, and a bet meanwhile does not close the question", async () => {
  const { sent, person } = await atTheDesk();
  await person.keyboard("{F6}");
  await waitFor(() => expect(screen.getByLabelText("Причина")).toHaveFocus());
  await person.keyboard("Ждём эксперта");
  const leadingBet = first.leadingBet && { ...first.leadingBet, id: 2, value: 202_400 };
  hears("LotUpdate", updateOf(first, { leadingBet, betsCount: 15 }));
  await person.keyboard("{Enter}");
  await waitFor(() => expect(sent).toEqual([{ call: "pause", body: { reason: "Ждём эксперта" } }]));
});

it("«Вернуть» names the lot, and the sale that would be undone", async () => {
  const { person } = await atTheDesk();
  hears("LotUpdate", updateOf(first, { version: 8, state: LotState.Sold, isBiddingOver: true }));
  hears("CatalogStatusUpdate", moved(second.id, 9));
  await screen.findByRole("heading", { name: /Этюд 2/ });
  pass(AFTER_HAMMER_MS);
  await person.keyboard("{ArrowLeft}");
  const dialog = within(await screen.findByRole("dialog", { name: /^Вернуть лот\s1$/ }));
  expect(dialog.getByText("Лот 1. Николай Сабуров. Этюд 1")).toBeInTheDocument();
  expect(dialog.getByText("Продан за 184 000 ₽, Участник 217. Продажа отменится")).toBeInTheDocument();
});

it("«Вернуть» names no lot before the start", async () => {
  await atTheDesk();
  hears("CatalogStatusUpdate", { ...moved(second.id, 9), state: CatalogState.Scheduled, currentLotId: null });
  expect(await screen.findByRole("button", { name: /^Вернуть лот(?!\s\d)/ })).toBeVisible();
});

it("takes no bet of the hall before the start, and says that no lot is on", async () => {
  const { person, sent } = await atTheDesk();
  hears("CatalogStatusUpdate", {
    ...moved(second.id, 9),
    state: CatalogState.Scheduled,
    currentLotId: second.id,
  });
  expect(await screen.findByText("Торги ещё не начаты")).toBeVisible();
  await person.click(screen.getAllByRole("button", { name: /Ставка зала/ })[0] as HTMLElement);
  expect(await screen.findByText("Ставка зала: торги не идут")).toBeVisible();
  expect(sent).toEqual([]);
  const queue = within(screen.getByRole("region", { name: "Очередь лотов" }));
  expect(queue.queryByText("В торгах")).not.toBeInTheDocument();
});

it("a bet of the hall gets its right paddle after the hammer", async () => {
  const { sent, person } = await atTheDesk();
  const leadingBet = makeLeadingBet({ id: 7, value: 190_000, participant: null, paddle: "14" });
  hears(
    "LotUpdate",
    updateOf(first, { version: 8, state: LotState.Sold, isBiddingOver: true, leadingBet, betsCount: 15 }),
  );
  const queue = within(screen.getByRole("region", { name: "Очередь лотов" }));
  await person.click(await queue.findByRole("button", { name: /^Зал, 14/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Исправить номер участника" }));
  const field = dialog.getByLabelText("Номер участника");
  await person.clear(field);
  await person.click(dialog.getByRole("button", { name: "Исправить" }));
  expect(dialog.getByText("Укажите номер участника")).toBeInTheDocument();
  await person.type(field, "41{Enter}");
  await waitFor(() =>
    expect(sent).toEqual([{ call: "paddle", body: { lotId: first.id, betId: 7, paddle: "41" } }]),
  );
  expect(await screen.findByText("Номер исправлен: участник 41")).toBeInTheDocument();
});

describe("right after the hammer", () => {
  it("no key acts on the lot that has opened, and the keys show it", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("{Enter}");
    await screen.findByRole("heading", { name: /Этюд 2/ });
    sent.length = 0;
    expect(key(/^Продать/)).toHaveAttribute("aria-disabled", "true");
    expect(key(/^Продать/)).toHaveAttribute("data-settling");
    expect(key(/^Ставка зала.*202/)).toHaveAttribute("data-settling");

    pass(AFTER_HAMMER_MS - 1);
    await person.keyboard("{Enter}");
    await person.keyboard(" ");
    await person.click(key(/^Продать/));
    expect(sent).toEqual([]);

    pass(1);
    await waitFor(() => expect(key(/^Продать/)).not.toHaveAttribute("data-settling"));
    expect(key(/^Продать/)).not.toHaveAttribute("aria-disabled");
    await person.keyboard("{Enter}");
    await waitFor(() => expect(sent).toEqual([{ call: "sell", body: { lotId: second.id } }]));
  });

  it("it is the same when the room has moved on by itself", async () => {
    const { sent, person } = await atTheDesk();
    hears("CatalogStatusUpdate", moved(second.id, 2));
    await screen.findByRole("heading", { name: /Этюд 2/ });
    pass(AFTER_HAMMER_MS - 1);
    await person.keyboard("{Enter}");
    expect(sent).toEqual([]);
    pass(1);
    await person.keyboard("{Enter}");
    await waitFor(() => expect(sent).toEqual([{ call: "sell", body: { lotId: second.id } }]));
  });
});

it("an amount of the hall that has just moved is not bet, and the next press bets the new one", async () => {
  const { sent, person } = await atTheDesk();
  await person.type(screen.getByLabelText("Участник зала"), "41");
  hears("LotUpdate", updateOf(first, { minBet: 222_640 }));
  expect(await screen.findByRole("button", { name: /^Ставка зала\s*222/ })).toHaveAttribute("data-settling");
  pass(STEADY_MS - 1);
  await person.keyboard(" ");
  expect(screen.getByText(/Сумма изменилась/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  pass(1);
  await person.keyboard(" ");
  await waitFor(() =>
    expect(sent).toEqual([
      { call: "bet", body: { catalogId: catalog.id, lotId: first.id, betValue: 222_640, FromUserId: "41" } },
    ]),
  );
});

describe("the registry of paddles", () => {
  it("names whose number is typed, and a bet beyond the limit", async () => {
    holders = [VICTOR];
    const { person } = await atTheDesk();
    await person.keyboard("41");
    expect(await screen.findByText("Виктор Лемешев", { selector: "output b" })).toBeInTheDocument();
    expect(screen.getByText("лимит 500 000 ₽")).toBeInTheDocument();
    await person.keyboard("+600000");
    expect(screen.getByText("сверх лимита на 100 000 ₽")).toBeInTheDocument();
  });

  it("offers the bidder called for the lot, by the line's key", async () => {
    holders = [VICTOR];
    const { person } = await atTheDesk();
    expect(await screen.findByText("Ирина на линии, английский")).toBeInTheDocument();
    await person.keyboard("{F9}");
    expect(screen.getByText("На этой телефонной линии никого нет")).toBeInTheDocument();
    await person.keyboard("{F8}");
    expect(screen.getByLabelText("Участник зала")).toHaveValue("41");
  });

  it("takes someone in, and says what is wrong", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("{F7}");
    const dialog = within(await screen.findByRole("dialog", { name: "Участники зала и телефоны" }));
    await person.type(dialog.getByLabelText("Номер"), "7");
    await person.type(dialog.getByLabelText("Имя"), "Анна");
    await person.click(dialog.getByLabelText("Участвует по телефону, дом звонит"));
    await person.type(dialog.getByLabelText("Лоты"), "первый");
    await person.click(dialog.getByRole("button", { name: "Выдать номер" }));
    expect(dialog.getByText("Номера через запятую, например 12, 48–52")).toBeInTheDocument();
    await person.clear(dialog.getByLabelText("Лоты"));
    await person.type(dialog.getByLabelText("Лоты"), "2-3");
    await person.click(dialog.getByRole("button", { name: "Выдать номер" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ number: "7", name: "Анна", isByPhone: true, lots: [2, 3] });
    await waitFor(() => expect(dialog.getByLabelText("Номер")).toHaveValue(""));
  });

  it("gives out the numbers that the field for bets takes, and keeps those that it has", async () => {
    holders = [{ ...VICTOR, number: "41-Б" }];
    const { sent, person } = await atTheDesk();
    await person.keyboard("{F7}");
    const dialog = within(await screen.findByRole("dialog", { name: "Участники зала и телефоны" }));
    const number = dialog.getByLabelText("Номер");
    await person.type(dialog.getByLabelText("Имя"), "Анна");
    const give = dialog.getByRole("button", { name: "Выдать номер" });
    await person.type(number, "17-18");
    await person.click(give);
    expect(dialog.getByText("Только цифры и буквы")).toBeInTheDocument();
    await person.clear(number);
    await person.type(number, "№");
    await person.click(give);
    expect(dialog.getByText("Нет ни цифр, ни букв")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.type(number, "17,");
    await person.click(give);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ number: "17", name: "Анна" });
    await person.click(dialog.getByRole("button", { name: /^Изменить.*41-Б$/ }));
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ number: "41-Б", name: "Виктор Лемешев" });
  });
});

it("counts who look at the lot and reach for the button, without names", async () => {
  await atTheDesk();
  const eyes = await screen.findByText("у кнопки ставки");
  await waitFor(() => expect(eyes.nextElementSibling).toHaveTextContent("4"));
  expect(screen.getByText("в сети 137")).toBeInTheDocument();
  expect(screen.getByText("смотрит").nextElementSibling).toHaveTextContent("61");
});

describe("the chat at the desk", () => {
  const message = (id: number): ChatMessage => ({
    id,
    catalogId: catalog.id,
    userName: "Анна",
    isController: false,
    text: `Вопрос ${id}`,
    date: at(id),
    timestamp: id,
    isHidden: false,
    isMuted: false,
  });

  it("marks what is new until the auctioneer turns to it", async () => {
    const { person } = await atTheDesk();
    hears("Send", message(1));
    expect(await screen.findByText("1 новое")).toBeInTheDocument();
    hears("Send", message(2));
    expect(await screen.findByText("2 новых")).toBeInTheDocument();
    await person.hover(screen.getByText("Вопрос 2"));
    expect(screen.queryByText("2 новых")).not.toBeInTheDocument();
  });

  it("hides a message and silences its author", async () => {
    const { sent, person } = await atTheDesk();
    server.use(http.post("*/api/chat/search", () => json(pageOf([message(1)]))));
    hears("Send", message(1));
    const menu = await screen.findByRole("button", { name: "Действия с сообщением: Анна" });
    await person.click(menu);
    await person.click(await screen.findByRole("menuitem", { name: "Скрыть сообщение" }));
    await person.click(menu);
    await person.click(await screen.findByRole("menuitem", { name: "Лишить слова" }));
    await waitFor(() =>
      expect(sent).toEqual([
        { call: "message", body: { messageId: 1, isHidden: true } },
        { call: "mute", body: { messageId: 1, isMuted: true } },
      ]),
    );
    hears("Hide", { catalogId: catalog.id, id: 1 });
    expect(await screen.findByText(/скрыто/)).toBeInTheDocument();
  });

  it("puts a prepared line into the field", async () => {
    const { person } = await atTheDesk();
    await person.click(screen.getByRole("button", { name: "Перерыв 5 минут" }));
    expect(screen.getByLabelText("Сообщение")).toHaveValue("Перерыв 5 минут");
  });
});

describe("a sale that is over", () => {
  const over = queue.map((lot, index) => ({
    ...lot,
    catalogState: CatalogState.Completed,
    isBiddingOver: true,
    state: index === 0 ? LotState.Sold : LotState.NotSold,
    leadingBet: index === 0 ? makeLeadingBet({ id: 7, participant: null, paddle: "14" }) : null,
  }));
  const auctioneer = makeUser({ auctioneerOfCatalogIds: [catalog.id] });
  const open = async (state: number, user = auctioneer, lots: LotShort[] = over) => {
    signIn(user);
    snapshots.set(catalog.id, makeSnapshot({ id: catalog.id, state }, null));
    server.use(
      http.get("*/api/catalog/:id/lots", () => json(pageOf(lots))),
      http.post("*/api/chat/search", () => json(pageOf([]))),
      http.post("*/api/chat/:id/count", () => json({ count: 3 })),
    );
    return renderPart(<ConsolePage catalog={{ ...catalog, state }} house={null} />);
  };

  it("has its totals, its lots and the protocol, and nothing to conduct", async () => {
    const { container } = await open(CatalogState.Completed);
    const totals = within(screen.getByRole("region", { name: "Итоги" }));
    expect(await totals.findByRole("heading", { name: "Торги завершены" })).toBeVisible();
    expect(totals.getByText(/^184\s000\s₽$/)).toBeVisible();
    expect(totals.getByText(/^Продано 1 из 3\sлотов, 33 %$/)).toBeVisible();
    expect(screen.getByRole("region", { name: "Лоты" })).toHaveTextContent("Этюд 3");
    expect(screen.getByRole("button", { name: /^Протокол/ })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Результаты" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Продать|^Ставка зала|^Клавиши/ })).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Участник зала")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Перерыв 5 минут" })).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("leads those who may enter the cabinet to the results", async () => {
    await open(CatalogState.Completed, makeUser({ managerOfHouseIds: [catalog.houseId] }));
    expect(await screen.findByRole("link", { name: "Результаты" })).toHaveAttribute(
      "href",
      `/house-account/${catalog.houseId}/results?catalog=${catalog.id}`,
    );
  });

  it("still has the wrong paddle of a bet corrected, with a reason", async () => {
    await open(CatalogState.Completed);
    await userEvent.setup().click(await screen.findByRole("button", { name: /^Зал, 14/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Исправить номер участника" }));
    expect(dialog.getByLabelText(/Причина/)).toBeVisible();
  });

  it("that was canceled says so, and has no results", async () => {
    await open(CatalogState.Canceled);
    expect(await screen.findByRole("heading", { name: "Торги отменены" })).toBeVisible();
    expect(screen.getByText("Отменён")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Протокол/ })).not.toBeInTheDocument();
  });

  it("that was canceled has no price for a lot that was never traded", async () => {
    const untraded = over.map((lot, index) =>
      index === 0
        ? lot
        : { ...lot, isBiddingOver: false, state: LotState.None, price: { ...lot.price, value: null } },
    );
    server.use(
      http.get("*/api/lots/:id", () => json(second)),
      http.get("*/api/trade/bet/lot/:id/history", () => json(pageOf([]))),
    );
    await open(CatalogState.Canceled, auctioneer, untraded);
    const lots = within(screen.getByRole("region", { name: "Лоты" }));
    const row = async (title: string) => (await lots.findByText(title)).closest("li");
    expect(await row("Этюд 1")).toHaveTextContent(/184\s000/);
    expect(await row("Этюд 2")).toHaveTextContent(/—$/);
    expect(await row("Этюд 2")).not.toHaveTextContent(/120\s000/);
  });

  it("takes the place of the desk when the sale ends", async () => {
    await atTheDesk();
    hears("CatalogStatusUpdate", {
      ...moved(first.id, 9),
      state: CatalogState.Completed,
      currentLotId: null,
    });
    expect(await screen.findByRole("heading", { name: "Торги завершены" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Продать/ })).not.toBeInTheDocument();
  });
});

it("keeps the order of its keys, whichever is the main one", async () => {
  await atTheDesk();
  hears("CatalogStatusUpdate", { ...moved(first.id, 9), state: CatalogState.WaitForEnd, currentLotId: null });
  await screen.findByText(/^Все лоты пройдены/);
  const sell = key(/^Продать/);
  expect(sell.compareDocumentPosition(key(/^Завершить/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("on a phone a pause has «Продолжить» as its main key", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { matches: media === "(max-width: 45em)", media }) as MediaQueryList,
  );
  await atTheDesk();
  expect(key(/^Продать/).compareDocumentPosition(key(/^Пауза/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  hears("CatalogStatusUpdate", { ...moved(first.id, 5), pausedAt: at(0) });
  const resume = await screen.findByRole("button", { name: /^Продолжить/ });
  expect(resume.compareDocumentPosition(key(/^Продать/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("makes «Следующий» the main key on a phone once the lot is sold", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { matches: media === "(max-width: 45em)", media }) as MediaQueryList,
  );
  const { sent, person } = await atTheDesk();
  hears("LotUpdate", updateOf(first, { version: 8, state: LotState.Sold, isBiddingOver: true }));
  await waitFor(() =>
    expect(key(/^Следующий/).compareDocumentPosition(key(/^Продать/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING),
  );
  await person.click(key(/^Следующий/));
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["next"]));
});

it("has no accessibility faults", async () => {
  holders = [VICTOR];
  await atTheDesk();
  await screen.findByText("Ирина на линии, английский");
  await expectAccessible(document.body);
});
