import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CatalogStatusUpdate, HallSale } from "@/lib/api/types";
import { typeset } from "@/lib/format";
import { expectAccessible } from "@/testing/axe";
import {
  at,
  DAY,
  HOUR,
  makeFullCatalog,
  makeFullLot,
  makeHallLot,
  makeHallSale,
  makeLeadingBet,
  NOW,
} from "@/testing/factories";
import { updateOfHall } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, world } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";

const lots = [48, 49, 50].map((number) =>
  makeHallLot({ id: number, catalogLotId: number, titleRu: `Этюд ${number}`, author: [] }),
);
const [first, second] = lots as [(typeof lots)[0], (typeof lots)[0]];

let sale: HallSale;
let reads = 0;

function serve(extra: Partial<HallSale> = {}) {
  sale = makeHallSale({ lots, ...extra });
  reads = 0;
  server.use(
    http.get("*/api/catalog/:id/hall", () => {
      reads += 1;
      return json(sale);
    }),
    http.get("*/api/lots/:id", ({ params }) => json(makeFullLot({ id: Number(params.id) }))),
  );
  snapshots.set(sale.id, {
    serverTime: at(0),
    catalog: { ...statusOf(sale), id: sale.id },
    lots: [],
    members: 3,
    myParticipant: null,
  });
}

function statusOf(of: HallSale, extra: Partial<CatalogStatusUpdate> = {}): CatalogStatusUpdate {
  return {
    catalogId: of.id,
    version: of.version,
    serverTime: at(0),
    state: of.state,
    currentLotId: of.currentLotId,
    startDate: of.startDate,
    endDate: null,
    pausedAt: of.pausedAt,
    pauseReason: of.pauseReason,
    ...extra,
  };
}

const hears = (event: string, ...args: unknown[]) => act(() => socketOf("/Chat").push(event, ...args));

async function inTheHall() {
  const page = renderApp("/auction/10/hall");
  await screen.findByText(sale.houseNameRu);
  await waitFor(() => expect(socketOf("/Chat").sent.length).toBeGreaterThan(0));
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the screen in the hall", () => {
  it("shows the lot on the block and follows its room", async () => {
    serve();
    world.config.exchangeRates = [{ code: "USD", rubles: 80 }];
    const { container } = await inTheHall();
    expect(screen.getByRole("heading", { name: "Этюд 48" })).toBeVisible();
    expect(screen.getByText("Стартовая цена, ставок пока нет")).toBeVisible();
    await expectAccessible(container);

    hears(
      "LotUpdate",
      updateOfHall(first, {
        version: 2,
        price: { start: 120_000, value: 335_000, reservePriceState: null, currency: 0 },
        leadingBet: makeLeadingBet({ value: 335_000, participant: 302 }),
      }),
    );
    expect(screen.getByText("335 000 ₽")).toBeInTheDocument();
    // The number is never alone on a line.
    expect(screen.getByText(/^Лидирует участник/).textContent).toBe("Лидирует участник\u00a0302");
    expect(screen.getByText("сеть")).toBeVisible();
    expect(screen.getByText("≈ 4 190 $")).toBeVisible();

    hears("LotUpdate", updateOfHall(first, { version: 3, warnedAt: at(0) }));
    expect(screen.getByText("Последний раз")).toBeVisible();

    hears("CatalogStatusUpdate", statusOf(sale, { version: 4, pausedAt: at(0), pauseReason: "Перерыв" }));
    expect(screen.getByText("Перерыв")).toBeVisible();
    expect(screen.queryByText("Последний раз")).not.toBeInTheDocument();
  });

  it("keeps the place of the sale while it loads", async () => {
    server.use(http.get("*/api/catalog/:id/hall", () => new Promise<never>(() => undefined)));
    renderApp("/auction/10/hall");
    expect(await screen.findByRole("status", { name: "Загрузка" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /На весь экран/ })).not.toBeInTheDocument();
  });

  it("says how a lot ended when the next one opens with the same hammer", async () => {
    serve();
    await inTheHall();
    hears("CatalogStatusUpdate", statusOf(sale, { version: 2, currentLotId: second.id }));
    hears(
      "LotUpdate",
      updateOfHall(first, {
        version: 2,
        state: LotState.Sold,
        isBiddingOver: true,
        price: { start: 120_000, value: 150_000, reservePriceState: null, currency: 0 },
        leadingBet: makeLeadingBet({ value: 150_000, participant: null, paddle: "41" }),
      }),
    );
    const outcome = screen.getByText("Лот 48 продан").closest("p") as HTMLElement;
    expect(within(outcome).getByText("участник 41")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Этюд 49" })).toBeVisible();
    await vi.waitFor(
      () => {
        vi.setSystemTime(Date.now() + 2000);
        expect(screen.queryByText("Лот 48 продан")).not.toBeInTheDocument();
      },
      { timeout: 10_000 },
    );
  });

  it("says that it is a rehearsal", async () => {
    serve({ isRehearsal: true });
    await inTheHall();
    expect(screen.getByText("Репетиция")).toBeVisible();
    expect(screen.getByText(sale.title, { selector: "header *" })).not.toHaveAttribute("data-long");
  });

  it("has a long name of its sale in smaller type, so that it stays whole", async () => {
    const title = `Собрание ${"русской живописи и графики ".repeat(3)}`.trim();
    serve({ title });
    await inTheHall();
    expect(screen.getByText(title, { selector: "header *" })).toHaveAttribute("data-long");
  });

  it("has nothing to press, and none of the site's frame", async () => {
    serve();
    await inTheHall();
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(screen.queryAllByRole("link")).toEqual([]);
  });

  it("names the estimate, the materials and the size of the lot on the block", async () => {
    serve();
    await inTheHall();
    expect(await screen.findByText(/^Эстимейт 180\s000\s– 240\s000\s₽$/)).toBeVisible();
    expect(screen.getByText("Холст, масло, 72 × 104 см, 1893")).toBeVisible();
  });

  it("reads the estimate again by itself", async () => {
    serve();
    server.use(http.get("*/api/lots/:id", () => problem(422, { title: "any" }), { once: true }));
    await inTheHall();
    expect(screen.queryByText(/^Эстимейт/)).not.toBeInTheDocument();
    expect(await screen.findByText(/^Эстимейт/)).toBeVisible();
  });

  it("names no estimate where lots are sold together or at the buyer's choice", async () => {
    serve();
    await inTheHall();
    await screen.findByText(/^Эстимейт/);
    hears("LotUpdate", updateOfHall(first, { version: 2, together: [48, 49] }));
    expect(screen.getByText("Лоты 48 и 49 продаются вместе")).toBeVisible();
    expect(screen.queryByText(/^Эстимейт|^Холст/)).not.toBeInTheDocument();
    const choice = { state: LotState.InProcess, together: [48, 49], isChoice: true };
    hears("LotUpdate", updateOfHall(first, { version: 3, ...choice }));
    expect(screen.getByText("На выбор покупателя, вместе с лотом 49")).toBeVisible();
    expect(screen.queryByText(/^Эстимейт/)).not.toBeInTheDocument();
    hears("LotUpdate", updateOfHall(first, { version: 4 }));
    expect(await screen.findByText(/^Эстимейт/)).toBeVisible();
  });

  it("counts the days to the start with their hours", async () => {
    serve({ state: CatalogState.Scheduled, currentLotId: null, startDate: at(6 * DAY - HOUR) });
    await inTheHall();
    expect(screen.getByRole("timer")).toHaveTextContent(/^5\sдней 23\sч$/);
  });

  it("says calmly that it cannot read the sale, and tries again by itself", async () => {
    serve();
    server.use(http.get("*/api/catalog/:id/hall", () => problem(422, { title: "any" }), { once: true }));
    server.use(
      http.get("*/api/catalog/:id", () => json(makeFullCatalog({ id: 10, title: "Русская живопись" }))),
    );
    const { container } = renderApp("/auction/10/hall");
    expect(await screen.findByText("Связь восстанавливается")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Русская живопись" })).toBeVisible();
    expect(screen.queryByText(/Код ошибки|Eid/)).not.toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    await expectAccessible(container);
    expect(await screen.findByRole("heading", { name: "Этюд 48" })).toBeVisible();
    expect(reads).toBe(1);
  });

  it("counts down to the start", async () => {
    serve({ state: CatalogState.Scheduled, currentLotId: null, startDate: at(HOUR) });
    const { container } = await inTheHall();
    expect(screen.getByRole("heading", { name: typeset(sale.title) })).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent("1:00:00");
    expect(screen.getByRole("region", { name: "Следующие лоты" })).toHaveTextContent("Этюд 48");
    await expectAccessible(container);
  });

  it("counts the last hour without its nought", async () => {
    serve({ state: CatalogState.Scheduled, currentLotId: null, startDate: at(58_000) });
    await inTheHall();
    expect(screen.getByRole("timer")).toHaveTextContent(/^0:58$/);
  });

  it("names every coming lot by its title, and its author where there is one", async () => {
    serve({ lots: [first, { ...second, author: [{ name: "Николай Сабуров" }] }, ...lots.slice(2)] });
    await inTheHall();
    const coming = within(screen.getByRole("region", { name: "Следующие лоты" }));
    expect(coming.getByText("Этюд 49")).toBeVisible();
    expect(coming.getByText("Николай Сабуров")).toBeVisible();
    expect(coming.getByText("Этюд 50")).toBeVisible();
  });

  it("ends with what everyone has heard", async () => {
    const sold = { ...first, state: LotState.Sold, isBiddingOver: true, value: 200_000 };
    serve({ state: CatalogState.Completed, currentLotId: null, lots: [sold, second] });
    const { container } = await inTheHall();
    expect(screen.getByRole("heading", { name: "Аукцион завершён" })).toBeVisible();
    expect(screen.getByText(/1 из 2/)).toHaveTextContent(/50/);
    expect(screen.getByText(/Самая высокая цена, лот 48/)).toBeVisible();
    await expectAccessible(container);
  });

  it("says when its figures are old, and reads everything again after a break", async () => {
    serve();
    await inTheHall();
    act(() => socketOf("/Chat").drop());
    expect(screen.getByText("Нет связи, данные на 14:32:07")).toBeVisible();
    sale = { ...sale, lots: [{ ...first, value: 990_000, version: 7 }] };
    const before = reads;
    act(() => void socketOf("/Chat").connect());
    expect(await screen.findByText("990 000 ₽")).toBeInTheDocument();
    expect(reads).toBeGreaterThan(before);
    expect(screen.queryByText(/Нет связи/)).not.toBeInTheDocument();
  });

  it("fills the screen on F, in either alphabet, and keeps it awake", async () => {
    const request = vi.fn(() => Promise.resolve({ release: () => Promise.resolve() }));
    vi.stubGlobal("navigator", Object.assign(navigator, { wakeLock: { request } }));
    const enter = vi.fn(() => Promise.resolve());
    document.documentElement.requestFullscreen = enter;
    serve();
    await inTheHall();
    expect(request).toHaveBeenCalledWith("screen");
    await userEvent.setup({ delay: null }).keyboard("{f>}{/f}");
    expect(enter).toHaveBeenCalledOnce();
  });

  it("says at once that a rehearsal is over", async () => {
    serve({ isRehearsal: true });
    const { container } = await inTheHall();
    expect(screen.getByText("Репетиция")).toBeVisible();
    await expectAccessible(container);
    server.use(http.get("*/api/catalog/:id/hall", () => problem(404, { title: "not_found" })));
    snapshots.clear();
    act(() => socketOf("/Chat").drop());
    act(() => void socketOf("/Chat").connect());
    expect(await screen.findByRole("heading", { name: "Репетиция закончена" })).toBeVisible();
    await expectAccessible(container);
  });

  it("is not there for a sale without a lot on the block, or that nobody may see", async () => {
    serve({ catalogType: CatalogType.Parallel });
    renderApp("/auction/10/hall");
    expect(await screen.findByText("Страница не найдена")).toBeVisible();
  });

  it("is not there for a sale that the viewer may not see", async () => {
    server.use(http.get("*/api/catalog/:id/hall", () => problem(404, { title: "not_found" })));
    renderApp("/auction/10/hall");
    expect(await screen.findByText("Страница не найдена")).toBeVisible();
  });
});
