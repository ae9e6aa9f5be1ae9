import { describe, expect, it } from "vitest";
import { at, HOUR, makeLeadingBet, makeLot, NOW } from "@/testing/factories";
import { classic, classicPhases } from "@/testing/phases";
import { CatalogState, LotState } from "@/trade/enums";
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

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("the winner is told what to pay", () => {
  const viewer = { myParticipant: 3, maximum: null };
  const told = (commission: number) => plain(positionDetail("won", makeLot({ commission }), viewer));

  it("with the commission where one is charged", () => {
    expect(told(15)).toBe("К оплате с комиссией 211 600 ₽");
    expect(told(0)).toBe("К оплате 184 000 ₽");
  });

  it("for every lot of the choice that they took", () => {
    const took = (catalogLotId: number, participant: number | null, commission = 15) => {
      const lot = makeLot({ catalogLotId, commission, state: LotState.Sold, isBiddingOver: true });
      return {
        ...lot,
        myParticipant: 3,
        price: { ...lot.price, value: 19_000 },
        leadingBet: makeLeadingBet({ value: 19_000, participant }),
      };
    };
    const due = (...taken: ReturnType<typeof took>[]) =>
      plain(positionDetail("won", taken[0] ?? makeLot(), { ...viewer, taken }));
    expect(due(took(11, 3), took(12, 3))).toBe("К оплате за 2 лота с комиссией 43 700 ₽");
    expect(due(took(12, 3))).toBe("К оплате с комиссией 21 850 ₽");
    expect(due(took(11, 3, 0), took(12, 3, 0))).toBe("К оплате за 2 лота 38 000 ₽");
    expect(due(took(11, 3), took(12, 4))).toBe("К оплате с комиссией 21 850 ₽");
  });
});

it("a leader sees the limit only while it covers the leading bet", () => {
  const lot = makeLot({ myParticipant: 217 });
  const told = (maximum: number | null) =>
    plain(positionDetail("leading", lot, { myParticipant: 217, maximum }));
  expect(told(200_000)).toBe("Ваш лимит 200 000 ₽");
  expect(told(184_000)).toBe("Ваш лимит 184 000 ₽");
  expect(told(160_000)).toBe("Ваша ставка 184 000 ₽");
  expect(told(null)).toBe("Ваша ставка 184 000 ₽");
});
