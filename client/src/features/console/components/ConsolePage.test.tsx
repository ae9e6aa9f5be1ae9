import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuctioneerAnswer, CatalogStatusUpdate } from "@/lib/api/types";
import { CatalogState, CatalogType } from "@/lib/enums";
import { at, makeFullCatalog, makeFullLot, makeLeadingBet, makeUser, pageOf } from "@/testing/factories";
import { updateOf } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { STEADY_MS } from "@/trade/bidding/useSteady";
import { ConsolePage } from "./ConsolePage";

/** Prices are written with no-break spaces; accessible names keep them. */
const money = (text: string) => text.replace(/(?<=\d) (?=[\d₽])/g, "\u00a0");

/** The desk forgets a key pressed so shortly after the hammer. */
const AFTER_HAMMER_MS = 800;

const catalog = makeFullCatalog({ isAutoStart: false, isController: true, isAuctioneer: true });
const queue = [1, 2, 3].map((number) =>
  makeFullLot({
    id: 47 + number,
    catalogId: catalog.id,
    catalogLotId: number,
    catalogType: CatalogType.Classic,
    titleRu: `Этюд ${number}`,
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
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** The desk with its first lot on the block, whose amounts have stood for a while; every hammer opens the second. */
async function atTheDesk() {
  const sent: { call: string; body: unknown }[] = [];
  signIn(makeUser({ auctioneerOfCatalogIds: [catalog.id] }));
  snapshots.set(catalog.id, {
    serverTime: at(0),
    catalog: {
      id: catalog.id,
      state: CatalogState.InProcess,
      currentLotId: first.id,
      pausedAt: null,
      pauseReason: null,
      version: 1,
    },
    lots: [],
    members: 3,
    myParticipant: null,
  });
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
  renderPart(<ConsolePage catalog={catalog} house={null} />);
  await screen.findByRole("heading", { name: /Этюд 1/ });
  pass(STEADY_MS);
  return { sent, person: userEvent.setup() };
}

const key = (name: RegExp) => screen.getByRole("button", { name });
const hears = (event: string, ...args: unknown[]) => act(() => socketOf("/Chat").push(event, ...args));

describe("an act", () => {
  it("is sent with the lot that was on the desk", async () => {
    const { sent, person } = await atTheDesk();
    await person.keyboard("{Enter}");
    expect(await screen.findByText("Лот продан")).toBeInTheDocument();
    expect(sent).toEqual([{ call: "sell", body: { lotId: first.id } }]);
  });

  it("that is asked about names the lot and its bet, and is sent with this lot", async () => {
    const { sent, person } = await atTheDesk();
    await person.click(key(/^Следующий/));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Лот 1. Николай Сабуров. Этюд 1")).toBeInTheDocument();
    expect(dialog.getByText("Ставка 184 000 ₽, Участник 217")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.click(dialog.getByRole("button", { name: "Следующий" }));
    await waitFor(() =>
      expect(sent).toEqual([{ call: "next", body: { catalogId: catalog.id, lotId: first.id } }]),
    );
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
    for (const name of [/^Продать/, /^Следующий/, /^Снять лот/, /^Последний раз/]) {
      expect(key(name)).toHaveAttribute("aria-disabled", "true");
    }
    await person.keyboard("{Enter}");
    await person.keyboard("{F6}");
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["resume"]));
  });
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
  await person.type(screen.getByLabelText("Участник"), "41");
  hears("LotUpdate", updateOf(first, { minBet: 222_640 }));
  expect(await screen.findByRole("button", { name: money("Ставка зала 222 640 ₽") })).toHaveAttribute(
    "data-settling",
  );
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
