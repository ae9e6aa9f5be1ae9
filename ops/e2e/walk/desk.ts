// The console and the hall's screen, in each state of a sale.
import type { Facts, Site } from "./facts.ts";
import { type Act, button, dialog, key, type Place, record, STATES } from "./place.ts";

type Standing = "before" | "running" | "led" | "warned" | "paused" | "passed" | "finished";

interface Rehearsed {
  state: number;
  currentLotId: number | null;
}

/** The rehearsal that was begun last. */
let rehearsal = 0;

/** The bidders of a rehearsal go up to five times the start price. None of them outbids this many times the minimum. */
const ABOVE_ALL = 10;

/** Begins a rehearsal of a coming sale, as nothing that happens in one remains, and brings it to a state. */
const rehearse =
  (standing: Standing) =>
  async (site: Site, { coming }: Facts): Promise<void> => {
    const ask = <T>(method: string, path: string, body?: unknown) =>
      site.ask<T>("manager", method, path, body);
    const of = `/api/catalog/${coming.id}/rehearsal`;
    if ((await ask<object | null>("GET", of)) !== null) await ask("DELETE", of);
    const begun = await ask<{ catalogId: number }>("POST", of, { pace: "slow" });
    rehearsal = begun.catalogId;
    if (standing === "before") return;
    const sale = () => ask<Rehearsed>("GET", `/api/catalog/${rehearsal}`);
    const act = (what: string, body: unknown = {}) =>
      ask("PUT", `/api/trade/classic/${rehearsal}/${what}`, body);
    await act("start");
    if (standing === "passed" || standing === "finished") {
      while ((await sale()).state === 1) await act("skip").catch(() => act("sell"));
      if (standing === "finished") await act("end");
      return;
    }
    const lotId = (await sale()).currentLotId;
    const [minimum] = await ask<number[]>("GET", `/api/trade/bet/lot/${lotId}/options`);
    const stays = standing === "led" || standing === "warned";
    const betValue = (minimum ?? 0) * (stays ? ABOVE_ALL : 1);
    await ask("POST", "/api/trade/bet", { catalogId: rehearsal, lotId, betValue, FromUserId: "17" });
    if (standing === "warned") await act("warn");
    if (standing === "paused") await act("pause", { reason: "Проверяем связь с залом" });
  };

const desk = (name: string, more: Partial<Place> = {}): Place => ({
  name: `console ${name}`,
  as: "auctioneer",
  path: ({ running }) => `/auction/${running}?viewType=console`,
  keeps: record("(house|catalog)"),
  ...more,
});

/** What opens over the console of a sale that runs. */
const opened = (name: string, does: Act["does"], title: string): Place =>
  desk(name, { act: { does, shows: dialog(title) } });

const inRehearsal = (name: string, standing: Standing, more: Partial<Place> = {}): Place =>
  desk(name, {
    as: "manager",
    path: () => `/auction/${rehearsal}?viewType=console`,
    // Its page is a missing one for those who do not work there, and the address alone does not tell who asks.
    refused: [404],
    before: rehearse(standing),
    ...more,
  });

const hall = (name: string, more: Partial<Place> = {}): Place => ({
  name: `hall ${name}`,
  as: "auctioneer",
  path: ({ running }) => `/auction/${running}/hall`,
  ready: (page) => page.locator("main, h1, [class*=hall]").first(),
  ...more,
});

const hallInRehearsal = (name: string, standing: Standing): Place =>
  hall(name, {
    as: "manager",
    path: () => `/auction/${rehearsal}/hall`,
    refused: [404],
    before: rehearse(standing),
  });

export const DESK: readonly Place[] = [
  desk("running", { states: STATES }),
  { ...opened("keys", button(/Клавиши/), "Клавиши"), on: "wide" },
  opened("paddles", key("F7"), "Участники зала и телефоны"),
  opened("joining", key("*"), "Продать лоты вместе"),
  opened("asking", key("ArrowRight"), "Следующий лот"),
  opened("pausing", key("F6"), "Пауза"),
  desk("by the clock", { path: ({ timed }) => `/auction/${timed}?viewType=console` }),
  desk("of an admin", { as: "admin" }),
  desk("before the start", { as: "manager", path: ({ coming }) => `/auction/${coming.id}?viewType=console` }),
  desk("of a finished sale", {
    as: "owner",
    path: ({ finished }) => `/auction/${finished.id}?viewType=console`,
  }),
  inRehearsal("rehearsal before", "before"),
  inRehearsal("rehearsal running", "running"),
  inRehearsal("rehearsal warned", "warned"),
  inRehearsal("rehearsal correcting", "led", {
    act: { does: button(/исправить номер/i), shows: dialog("Исправить номер участника") },
  }),
  // In a rehearsal: a lot without bets is left without a question, which would move the running sale.
  inRehearsal("rehearsal jumping", "led", {
    act: {
      does: async (page) => {
        await page.keyboard.press("F3");
        await page.keyboard.type("20");
        await page.keyboard.press("Enter");
      },
      shows: dialog("К лоту 20"),
    },
  }),
  inRehearsal("rehearsal paused", "paused"),
  inRehearsal("rehearsal passed", "passed"),
  inRehearsal("rehearsal finished", "finished"),
  hall("running", { states: STATES }),
  hall("by the clock", { path: ({ timed }) => `/auction/${timed}/hall` }),
  hall("before the start", { as: "manager", path: ({ coming }) => `/auction/${coming.id}/hall` }),
  hall("of a finished sale", { path: ({ finished }) => `/auction/${finished.id}/hall` }),
  hallInRehearsal("rehearsal before", "before"),
  hallInRehearsal("rehearsal warned", "warned"),
  hallInRehearsal("rehearsal paused", "paused"),
  hallInRehearsal("rehearsal passed", "passed"),
];
