import { CatalogState } from "@/trade/enums";
import { isRunning, START_GAP_MS } from "@/trade/rules/trading";
import type { Desk, Target } from "./desk";

/** What the auctioneer can do at the desk. */
export type DeskAction =
  | "sell"
  | "warn"
  | "pause"
  | "resume"
  | "start"
  | "next"
  | "skip"
  | "previous"
  | "jump"
  | "revoke"
  | "finish";

/** Why an action is off, or null. `now` is server time, ms. */
type OffReason = (desk: Desk, now: number) => string | null;

export const NOT_RUNNING = "Торги не идут";
export const TOO_SOON = "Открыть торги можно за 15 минут до начала";
export const TOO_EARLY = "Время торгов по лоту не истекло";

const notRunning: OffReason = ({ catalogState }) => (isRunning(catalogState) ? null : NOT_RUNNING);

const paused: OffReason = ({ isPaused }) => (isPaused ? "Торги на паузе" : null);

const notLoaded: OffReason = ({ isLoaded }) => (isLoaded ? null : "Очередь не загружена");

const noOpenLot: OffReason = ({ current }) => {
  if (current === null) return "Нет текущего лота";
  return current.isBiddingOver ? "Торги по лоту окончены" : null;
};

/** In a sale that runs by the clock, the open lot ends when its time is up. */
const tooEarly: OffReason = ({ current, isAutoStart }, now) =>
  current !== null && !current.isBiddingOver && isAutoStart && current.end !== null && now < current.end
    ? TOO_EARLY
    : null;

const noBet: OffReason = ({ current }) => (current?.leading == null ? "Ставка отсутствует" : null);

const alreadyStarted: OffReason = ({ catalogState }) => {
  if (catalogState === CatalogState.Scheduled) return null;
  return isRunning(catalogState) ? "Торги уже идут" : "Торги завершены";
};

const tooSoon: OffReason = ({ startDate }, now) =>
  startDate !== null && now < startDate - START_GAP_MS ? TOO_SOON : null;

const nothingToSell: OffReason = ({ waiting }) => (waiting === 0 ? "Нет лотов для торгов" : null);

/** A lot with a bet that sells it is sold, not taken off. */
const betSells: OffReason = ({ current: lot }) => {
  if (lot?.leading == null) return null;
  const sells = lot.choice?.sells ?? lot.reserve !== "not-reached";
  if (!sells) return null;
  return lot.reserve === "reached" ? "Есть ставка, резервная цена достигнута" : "Есть ставка";
};

const choiceSells: OffReason = ({ current }) =>
  current !== null && !current.isBiddingOver && current.choice?.sells
    ? "Есть ставка, лоты можно продать"
    : null;

const endsByClock: OffReason = ({ isAutoStart }) =>
  isAutoStart ? "В торгах с автостартом не объявляется" : null;

const noLotFollows: OffReason = ({ catalogState }) => {
  if (catalogState === CatalogState.InProcess) return null;
  return catalogState === CatalogState.WaitForEnd ? "Лотов больше нет" : NOT_RUNNING;
};

const nothingToReturn: OffReason = ({ previous }) => {
  if (previous === null) return "Это первый лот";
  return previous.isPaid ? `Лот ${previous.number} оплачен` : null;
};

const noRights: OffReason = ({ isAuctioneer, isAdmin }) =>
  isAuctioneer || isAdmin ? null : "У пользователя недостаточно прав для отмены ставки";

const lotsRemain: OffReason = ({ catalogState }) =>
  catalogState === CatalogState.WaitForEnd ? null : "Доступно после последнего лота";

/** The first reason that holds: their order decides which one the auctioneer reads. */
const firstOf =
  (...reasons: readonly OffReason[]): OffReason =>
  (desk, now) => {
    for (const reason of reasons) {
      const text = reason(desk, now);
      if (text !== null) return text;
    }
    return null;
  };

/** Why each action is off. The server decides by domain/src/decide/classic.rs. */
export const OFF_REASONS: Record<Exclude<DeskAction, "jump">, OffReason> = {
  start: firstOf(alreadyStarted, tooSoon, notLoaded, nothingToSell),
  sell: firstOf(notRunning, paused, noOpenLot, tooEarly, noBet),
  skip: firstOf(notRunning, paused, noOpenLot, tooEarly, betSells),
  warn: firstOf(notRunning, paused, noOpenLot, endsByClock, noBet),
  next: firstOf(noLotFollows, notLoaded, paused, tooEarly, choiceSells),
  previous: firstOf(notRunning, paused, notLoaded, nothingToReturn),
  revoke: firstOf(notRunning, noRights, noBet, noOpenLot),
  pause: firstOf(notRunning, noOpenLot),
  resume: () => null,
  finish: lotsRemain,
};

/** Why a lot cannot be opened out of turn, or null. `target` is null if the sale has no such lot. */
export function jumpOff(desk: Desk, target: Target | null, now: number): string | null {
  if (desk.catalogState !== CatalogState.InProcess) return NOT_RUNNING;
  const pause = paused(desk, now);
  if (pause !== null) return pause;
  if (target === null) return "Такого лота нет";
  if (target.isCurrent) return "Уже на торгах";
  if (target.result !== null) return `${target.result}. Вернуть его можно клавишей «←» или на странице лота`;
  if (target.follows !== null) return `Продаётся ${target.follows}`;
  return tooEarly(desk, now);
}
