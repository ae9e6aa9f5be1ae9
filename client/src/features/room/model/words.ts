import type { IconName } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { count, price } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { allInText, withCommission } from "@/trade/rules/commission";
import { type Phase, phaseAt } from "@/trade/rules/deal";
import { bettorName, isLeader, limitActs, limitStands, type Position } from "@/trade/rules/position";
import { justTaken, leaderOf } from "@/trade/rules/together";
import { isFinished } from "@/trade/rules/trading";

interface Viewer {
  /** The viewer's number in the catalog. */
  myParticipant: number | null;
  /** The viewer's absentee bet on the lot. */
  maximum: number | null;
  /** What the hammer has just sold of a choice. */
  taken?: readonly LotShort[] | null;
}

/** The viewer's position in the room, which also sees that a bet was taken back. */
export type RoomPosition = Position | "cancelled";

export interface Words {
  title: string;
  icon: IconName;
}

/** The viewer's position on a lot. */
export const WORDS: Record<RoomPosition, Words> = {
  leading: { title: "Вы лидируете", icon: "up" },
  outbid: { title: "Ваша ставка перебита", icon: "down" },
  cancelled: { title: "Ваша ставка отменена", icon: "warn" },
  won: { title: "Ваша ставка победила", icon: "check" },
  none: { title: "Ваша ставка", icon: "gavel" },
};

/** The line under the viewer's position. */
export function positionDetail(
  position: RoomPosition,
  lot: LotShort,
  { myParticipant, maximum, taken = null }: Viewer,
): string {
  const { currency } = lot.price;
  const value = lot.price.value === null ? "" : price(lot.price.value, currency);
  switch (position) {
    case "leading":
      return limitStands(lot, maximum) ? `Ваш лимит ${price(maximum, currency)}` : `Ваша ставка ${value}`;
    case "won":
      return dueText(lot, (taken ?? []).filter(isLeader));
    case "outbid":
    case "cancelled":
      return lot.leadingBet ? `Лидирует ${bettorName(lot.leadingBet, myParticipant)}` : "Ставок пока нет";
    case "none":
      return limitStands(lot, maximum) ? limitActs(lot) : "Ставка принимается одним нажатием";
  }
}

const LOTS = ["лот", "лота", "лотов"] as const;

/** What the winner of a lot owes, for every lot of a choice that they took: each is charged by itself. */
function dueText(lot: LotShort, won: readonly LotShort[]): string {
  const { currency } = lot.price;
  const value = lot.price.value ?? 0;
  if (won.length < 2)
    return `К оплате ${allInText(value, lot.commission, currency) ?? price(value, currency)}`;
  const sum = (of: (one: LotShort) => number) => won.reduce((total, one) => total + of(one), 0);
  const bare = sum((one) => one.price.value ?? 0);
  const total = sum((one) => withCommission(one.price.value ?? 0, one.commission));
  const commission = total > bare ? "с\u00a0комиссией " : "";
  return `К оплате за ${count(won.length, LOTS)} ${commission}${price(total, currency)}`;
}

/** Why a lot takes no bets in a phase; a phase that is not here takes them. */
const NO_BETS: Partial<Record<Phase, string>> = {
  draft: "Торги завершены",
  over: "Торги завершены",
  offer: "Торги завершены",
  queued: "Торги по лоту ещё не начались",
  closing: "Время вышло",
  paused: "Торги на паузе",
  orders: "Торги ещё не начались",
};

/** Without bets, but absentee orders go on. */
const ORDERS_GO_ON: readonly Phase[] = ["queued", "paused", "orders"];

export interface Closed {
  /** Why the lot takes no bets; null while it does. */
  bets: string | null;
  /** Why the lot takes no absentee orders; null while it does. */
  orders: string | null;
}

/** The room's texts for what `rules/deal` says of the lot on the block. */
export function closedReasons(
  lot: LotShort,
  { state, pause }: Pick<LiveSale, "state" | "pause">,
  now: number,
): Closed {
  // Updates of a lot say nothing of its sale, which the room knows better than the loaded lot.
  const catalogPausedAt = pause && new Date(pause.since).toISOString();
  const phase = phaseAt({ ...lot, catalogState: state, catalogPausedAt }, now);
  const isLotOver = phase === "over" && !isFinished(state);
  const bets = isLotOver || lot.isBiddingOver ? "Торги по лоту окончены" : (NO_BETS[phase] ?? null);
  return { bets, orders: ORDERS_GO_ON.includes(phase) ? null : bets };
}

/** Whether the viewer may write in the chat, and if not, why. */
export function chatAccess({
  signedIn,
  entitled,
  offline,
}: Record<"signedIn" | "entitled" | "offline", boolean>) {
  if (offline) return { allowed: false, why: "Нет связи" } as const;
  if (!signedIn) return { allowed: false, why: "Войдите, чтобы писать" } as const;
  if (!entitled) return { allowed: false, why: "Пишут участники торгов" } as const;
  return { allowed: true } as const;
}

/** What comes after the lot on the block; nothing while the lots are not known. */
export function nextLotLine({ lots, current }: LiveSale): string | null {
  if (lots.length === 0) return null;
  const number = current?.catalogLotId ?? 0;
  // After the hammer on a choice, its lots that were not taken come again, the one on the block first.
  const taken = justTaken(lots, current);
  const comes = (lot: LotShort) => {
    const leader = leaderOf(lot);
    if (lot.isBiddingOver || (leader !== null && !(taken && leader === number))) return false;
    return (lot.catalogLotId ?? 0) > number || (taken !== null && lot.id === current?.id);
  };
  const next = lots.find(comes);
  return next ? `Далее: лот ${next.catalogLotId}, ${next.titleRu}` : "Это последний лот";
}
