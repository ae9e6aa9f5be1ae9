import type { Catalog, LotShort } from "@/lib/api/types";
import { capitalized, price } from "@/lib/format";
import type { WrongBet } from "@/staff/actions/CorrectPaddle";
import { CatalogState, LotState, ReserveState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { buyerText } from "@/trade/rules/outcome";
import { bettorName } from "@/trade/rules/position";
import { followsText, isHammered, justTaken, leaderOf, listed, togetherText } from "@/trade/rules/together";
import { isRunning, isSold } from "@/trade/rules/trading";

/** The facts that decide which keys are on. All of them come from the server. */
export interface Desk {
  catalogState: number;
  isAutoStart: boolean;
  isPaused: boolean;
  /** Server time of the start, ms; null when none is set. */
  startDate: number | null;
  current: DeskLot | null;
  /** The lots have come. */
  isLoaded: boolean;
  /** Lots that are not over, the current one not counted. */
  waiting: number;
  /** What «Вернуть» would open again; null when there is nothing. */
  previous: PreviousLot | null;
  isAuctioneer: boolean;
  isAdmin: boolean;
}

export interface PreviousLot {
  number: number;
  /** It is paid for, so nothing opens it. */
  isPaid: boolean;
  /** The lot, and the result that would be undone. */
  about: readonly string[];
}

export interface DeskLot {
  state: number;
  isBiddingOver: boolean;
  leading: number | null;
  /** «Последний раз» is in force. */
  isWarned: boolean;
  reserve: "none" | "not-reached" | "reached";
  /** The lots that the buyer chooses from. */
  choice: DeskChoice | null;
  fate: Fate;
  /** Server time of the lot's end, ms; null when the hammer decides. */
  end: number | null;
}

export interface DeskChoice {
  numbers: readonly number[];
  /** The leading bet reaches the reserve of one of them. */
  sells: boolean;
}

/** What «Следующий» would do to the open lot. */
export interface Fate {
  text: string;
  /** Null: the leader may have an absentee order, which is secret, that reaches for the reserve. */
  isSold: boolean | null;
  /** No lot comes after it. */
  isLast: boolean;
}

/** The lot to open out of turn. */
export interface Target {
  id: number;
  number: number;
  /** Its result, if it is over. */
  result: string | null;
  isCurrent: boolean;
  /** «вместе с лотом 14»: it does not come up by itself. */
  follows: string | null;
  about: readonly string[];
}

/** Reads the desk's facts from the sale. */
export function deskOf(sale: LiveSale, catalog: Catalog, isAdmin: boolean): Desk {
  const lot = isRunning(sale.state) ? sale.current : null;
  const queued = sale.lots.filter((other) => !other.isBiddingOver && (!other.hidden || catalog.hidden));
  return {
    catalogState: sale.state,
    isAutoStart: catalog.isAutoStart,
    isPaused: sale.pause !== null,
    startDate: catalog.startDate === null ? null : Date.parse(catalog.startDate),
    current: lot && {
      state: lot.state,
      isBiddingOver: isHammered(lot),
      leading: lot.price.value,
      isWarned: lot.warnedAt !== null,
      reserve: reserveOf(lot.price.reservePriceState),
      choice: lot.isChoice
        ? { numbers: lot.together, sells: lot.price.value !== null && chosenFrom(sale).some(reaches) }
        : null,
      fate: fateOf(lot, queued),
      end: lot.endTradeTime === null ? null : Date.parse(lot.endTradeTime),
    },
    isLoaded: !sale.lotsLoading && !sale.lotsFault,
    waiting: sale.lots.filter((other) => !other.isBiddingOver && other.id !== lot?.id).length,
    previous: previousOf(sale, catalog),
    isAuctioneer: catalog.isAuctioneer,
    isAdmin,
  };
}

export function reserveOf(state: string | null): DeskLot["reserve"] {
  if (state === null) return "none";
  return state === ReserveState.Achieved ? "reached" : "not-reached";
}

/**
 * What the hammer would do to the open lot, by the rule of `Plan::hammer` in domain/src/decide/plan.rs. `queued` are the lots
 * that are not over.
 */
export function fateOf(lot: LotShort, queued: readonly LotShort[]): Fate {
  const { leadingBet: bet, catalogLotId, together } = lot;
  const others = queued.filter(({ id }) => id !== lot.id);
  const apart = others.filter((other) => leaderOf(other) !== catalogLotId);
  const money = (value: number) => price(value, lot.price.currency);
  const isGroup = together.length > 0;
  const sold = isGroup ? `лоты ${listed(together)} будут проданы вместе` : `лот ${catalogLotId} будет продан`;
  if (bet !== null && reserveOf(lot.price.reservePriceState) !== "not-reached") {
    return {
      text: `${capitalized(sold)} ${buyerText(bet)} за ${money(bet.value)}.`,
      isSold: true,
      isLast: apart.length === 0,
    };
  }
  const rest = [bet !== null && "ставки отменятся", "остальные лоты пойдут по одному"].filter(Boolean);
  const unsold = ["останется непроданным", ...(isGroup ? rest : [])].join(", ");
  const isLast = others.length === 0;
  if (bet === null) return { text: `Ставок нет. Лот ${catalogLotId} ${unsold}.`, isSold: false, isLast };
  const below = `Ставка ${money(bet.value)} ниже резервной цены.`;
  if (!mayBeLifted(lot)) return { text: `${below} Лот ${catalogLotId} ${unsold}.`, isSold: false, isLast };
  const lifted = `Если заочная ставка лидера доходит до резерва, ${sold} ${buyerText(bet)} за резервную цену`;
  const otherwise = `если нет — ${isGroup ? `лот ${catalogLotId} ` : ""}${unsold}`;
  return { text: `${below} ${lifted}, ${otherwise}.`, isSold: null, isLast };
}

/**
 * Whether the leader may have an absentee order that reaches for the reserve just before the hammer; nobody in the hall has one.
 * Whose orders wait, and how far they go, is secret. Their number is read now and then, so it may be out of date.
 */
export function mayBeLifted({ price: { reservePriceState }, leadingBet }: LotShort): boolean {
  const isOnline = leadingBet !== null && leadingBet.participant !== null;
  return isOnline && reserveOf(reservePriceState) === "not-reached";
}

/** The lots of the choice on the block, the leading lot first. */
export const chosenFrom = ({ current, lots }: LiveSale): LotShort[] =>
  (current?.together ?? [])
    .map((number) => lots.find(({ catalogLotId }) => catalogLotId === number))
    .filter((lot) => lot !== undefined);

const reaches = ({ price: { reservePriceState } }: LotShort) =>
  reserveOf(reservePriceState) !== "not-reached";

/** The lot that «Вернуть» opens: the current one if it is over, else the one before it; none before the start. See domain/src/decide/classic.rs. */
function previousOf(sale: LiveSale, catalog: Catalog): PreviousLot | null {
  if (sale.state === CatalogState.Scheduled) return null;
  const { current } = sale;
  const number = (isRunning(sale.state) && current?.catalogLotId) || Number.POSITIVE_INFINITY;
  const before = sale.lots.filter(
    (lot) => (lot.catalogLotId ?? 0) < number && (!lot.hidden || catalog.hidden) && leaderOf(lot) === null,
  );
  const taken = justTaken(sale.lots, current);
  if (current && taken) {
    const bet = taken[0].leadingBet;
    const sold = taken.map(({ catalogLotId }) => catalogLotId ?? 0);
    const what = sold.length === 1 ? `Продан лот ${sold}` : `Проданы лоты ${listed(sold)}, каждый`;
    return {
      number: current.catalogLotId ?? 0,
      isPaid: taken.some(({ state }) => state === LotState.Paid),
      about: [
        `На выбор покупателя: лоты ${listed(current.together)}`,
        `${what} за ${price(bet?.value ?? 0, catalog.currency)}${bet ? `, ${bettorName(bet, null)}` : ""}. Продажа отменится`,
      ],
    };
  }
  const lot = current?.isBiddingOver ? current : before.at(-1);
  if (!lot) return null;
  const bet = lot.leadingBet;
  const sold = bet !== null && `${price(bet.value, catalog.currency)}, ${bettorName(bet, null)}`;
  const undone = isSold(lot)
    ? `Продан за ${sold}. Продажа отменится`
    : sold
      ? `Ставка ${sold}`
      : "Без ставок";
  const others = sale.lots.filter((other) => leaderOf(other) === lot.catalogLotId);
  return {
    number: lot.catalogLotId ?? 0,
    isPaid: [lot, ...others].some(({ state }) => state === LotState.Paid),
    about: [titleOf(lot), lot.isBiddingOver && !isSold(lot) ? `Не продан. ${undone}` : undone],
  };
}

/** The lot of a number, as a jump to it sees it. */
export function targetOf(sale: LiveSale, number: number): Target | null {
  const lot = sale.lots.find((other) => other.catalogLotId === number);
  if (!lot) return null;
  const { current } = sale;
  // After the hammer on a choice, those that were not taken may be opened.
  const isFree = current !== null && isHammered(current) && leaderOf(lot) === current.catalogLotId;
  return {
    id: lot.id,
    number,
    result: lot.isBiddingOver ? resultOf(lot) : null,
    follows: isFree ? null : followsText(lot),
    isCurrent: lot.id === current?.id && !isHammered(lot),
    about: [titleOf(lot)],
  };
}

/** «Лот 47. Алексей Ветошкин. Натюрморт», and which lots are sold with it. */
function titleOf(lot: LotShort): string {
  const author = lot.author.map(({ name }) => name).join(", ");
  return [`Лот ${lot.catalogLotId}`, author, lot.titleRu, togetherText(lot)].filter(Boolean).join(". ");
}

/** A bet of the hall whose paddle is to be corrected. */
export const wrongBet = (
  lot: LotShort,
  bet: { id: number; value: number; paddle: string | null },
): WrongBet => ({
  id: bet.id,
  lotId: lot.id,
  lot: titleOf(lot),
  value: bet.value,
  paddle: bet.paddle,
});

/** The lot and the bet that a question is about. `version` changes when either does. */
export interface Subject {
  lot: string | null;
  bet: string | null;
  version: string;
}

export function subjectOf(lot: LotShort | null, currency: number): Subject {
  if (lot === null) return { lot: null, bet: null, version: "" };
  const bet = lot.leadingBet;
  return {
    lot: titleOf(lot),
    bet: bet ? `Ставка ${price(bet.value, currency)}, ${bettorName(bet, null)}` : "Ставок нет",
    version: `${lot.id}:${bet?.id ?? ""}:${bet?.value ?? ""}:${isHammered(lot)}:${lot.together}`,
  };
}

/** The result of a closed lot. */
export function resultOf(lot: LotShort): string {
  const leader = leaderOf(lot);
  if (leader !== null) return `Продан с лотом ${leader}`;
  if (lot.state === LotState.Paid) return "Оплачен";
  return isSold(lot) ? "Продан" : "Не продан";
}
