import type { IconName } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { CatalogState } from "@/lib/enums";
import { price } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorName, limitActs, limitStands, type Position } from "@/trade/rules/position";
import { justTaken, leaderOf } from "@/trade/rules/together";
import { isRunning } from "@/trade/rules/trading";

interface Viewer {
  /** The viewer's number in the catalog. */
  myParticipant: number | null;
  /** The viewer's absentee bet on the lot. */
  maximum: number | null;
}

export interface Words {
  title: string;
  icon: IconName;
}

/** How the viewer stands on a lot. */
export const WORDS: Record<Position, Words> = {
  leading: { title: "Вы лидируете", icon: "up" },
  outbid: { title: "Ваша ставка перебита", icon: "down" },
  won: { title: "Ваша ставка победила", icon: "check" },
  none: { title: "Ваша ставка", icon: "gavel" },
};

/** The line under the viewer's position. */
export function positionDetail(
  position: Position,
  lot: LotShort,
  { myParticipant, maximum }: Viewer,
): string {
  const { currency } = lot.price;
  const value = lot.price.value === null ? "" : price(lot.price.value, currency);
  switch (position) {
    case "leading":
      return maximum === null ? `Ваша ставка ${value}` : `Ваш лимит ${price(maximum, currency)}`;
    case "won":
      return `Цена ${value}`;
    case "outbid":
      return lot.leadingBet ? `Лидирует ${bettorName(lot.leadingBet, myParticipant)}` : "Ставка отменена";
    case "none":
      return limitStands(lot, maximum) ? limitActs(lot) : "Ставка принимается одним нажатием";
  }
}

/** Why the lot takes no bets, or null. Buttons go off at the end by the server's clock, before its update. */
export function closedReason(
  lot: LotShort,
  sale: Pick<LiveSale, "state" | "pause">,
  now: number,
): string | null {
  if (sale.pause && !lot.isBiddingOver) return "Торги на паузе";
  return overReason(lot, sale, now);
}

/** Why the lot takes no absentee orders, or null: a pause stops bets and the lot's clock, not these. */
export function ordersClosedReason(
  lot: LotShort,
  sale: Pick<LiveSale, "state" | "pause">,
  now: number,
): string | null {
  return sale.pause && !lot.isBiddingOver ? null : overReason(lot, sale, now);
}

function overReason(
  lot: LotShort,
  { state: saleState }: Pick<LiveSale, "state">,
  now: number,
): string | null {
  if (lot.isBiddingOver) return "Торги по лоту окончены";
  if (saleState !== CatalogState.Scheduled && !isRunning(saleState)) return "Торги завершены";
  if (lot.endTradeTime !== null && now >= Date.parse(lot.endTradeTime)) return "Время вышло";
  return null;
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

export function nextLotLine({ lots, current }: LiveSale): string {
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
