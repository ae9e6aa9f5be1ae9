import { describe, expect, it } from "vitest";
import { at, HOUR, makeLot, NOW } from "@/testing/factories";
import { classic, classicPhases } from "@/testing/phases";
import { CatalogState } from "@/trade/enums";
import type { Phase } from "@/trade/rules/deal";
import { closedReasons, positionDetail } from "./words";

/** Whether the bar's button bets, and whether it leaves an absentee order. */
const takes: Partial<Record<Phase, { bets: boolean; orders: boolean }>> = {
  open: { bets: true, orders: true },
  prebets: { bets: true, orders: true },
  closing: { bets: false, orders: false },
  over: { bets: false, orders: false },
  paused: { bets: false, orders: true },
  queued: { bets: false, orders: true },
};

/** The sale as the room knows it. */
const saleOf = ({ catalogState, catalogPausedAt }: (typeof classicPhases)[number]["lot"]) => ({
  state: catalogState ?? CatalogState.Temporary,
  pause: catalogPausedAt === null ? null : { since: Date.parse(catalogPausedAt), reason: null },
});

describe("what the room takes is what the lot's phase says", () => {
  it.each(classicPhases)("$name → $phase", ({ lot, phase }) => {
    const { bets, orders } = closedReasons(lot, saleOf(lot), NOW);
    expect({ bets: bets === null, orders: orders === null }).toEqual(takes[phase]);
  });
});

describe("why the room takes no bets", () => {
  const running = { state: CatalogState.InProcess, pause: null };
  const paused = { state: CatalogState.InProcess, pause: { since: NOW, reason: null } };
  const over = "Торги по лоту окончены";
  it.each([
    { name: "the hammer fell", lot: classic({ isBiddingOver: true }), sale: running, why: over },
    { name: "then a pause", lot: classic({ isBiddingOver: true }), sale: paused, why: over },
    { name: "a pause", lot: classic(), sale: paused, why: "Торги на паузе" },
    { name: "time is up", lot: classic({ endTradeTime: at(-HOUR) }), sale: running, why: "Время вышло" },
    {
      name: "the sale is over",
      lot: classic(),
      sale: { state: CatalogState.Completed, pause: null },
      why: "Торги завершены",
    },
  ])("$name → $why", ({ lot, sale, why }) => {
    expect(closedReasons(lot, sale, NOW).bets).toBe(why);
  });

  it("the sale as the room knows it counts, not as it was when the lot was loaded", () => {
    const loaded = classic({ catalogState: CatalogState.Scheduled, catalogPausedAt: at(-HOUR) });
    expect(closedReasons(loaded, running, NOW)).toEqual({ bets: null, orders: null });
  });
});

it("the winner is told what to pay, with the commission where one is charged", () => {
  const told = (commission: number) =>
    positionDetail("won", makeLot({ commission }), { myParticipant: 3, maximum: null }).replaceAll(
      "\u00a0",
      " ",
    );
  expect(told(15)).toBe("К оплате с комиссией 211 600 ₽");
  expect(told(0)).toBe("К оплате 184 000 ₽");
});
