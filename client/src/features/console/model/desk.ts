import type { Catalog, LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { CatalogState, LotState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorName } from "@/trade/rules/position";
import { followsText, isHammered, justTaken, leaderOf, listed, togetherText } from "@/trade/rules/together";
import { isRunning, isSold } from "@/trade/rules/trading";
import { type Desk, type PreviousLot, reserveOf, type Target } from "./controls";

/** The facts that decide which controls are on. */
export function deskOf(sale: LiveSale, catalog: Catalog, isAdmin: boolean): Desk {
  const lot = isRunning(sale.state) ? sale.current : null;
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
      end: lot.endTradeTime === null ? null : Date.parse(lot.endTradeTime),
    },
    isLoaded: !sale.lotsLoading && !sale.lotsFault,
    waiting: sale.lots.filter((other) => !other.isBiddingOver && other.id !== lot?.id).length,
    previous: previousOf(sale, catalog),
    isAuctioneer: catalog.isAuctioneer,
    isAdmin,
  };
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
export function titleOf(lot: LotShort): string {
  const author = lot.author.map(({ name }) => name).join(", ");
  return [`Лот ${lot.catalogLotId}`, author, lot.titleRu, togetherText(lot)].filter(Boolean).join(". ");
}

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
