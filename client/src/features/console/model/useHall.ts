import { useRef, useState } from "react";
import type { Catalog, House } from "@/lib/api/types";
import { price } from "@/lib/format";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { useSendBet } from "@/trade/bidding/useSendBet";
import { useSteady } from "@/trade/bidding/useSteady";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { betOptions, ladderOf } from "@/trade/rules/ladder";
import type { Conduct } from "./useConduct";

interface HallParts {
  sale: LiveSale;
  catalog: Catalog;
  house: House | null;
  conduct: Conduct;
}

/** Bets from the hall: the paddle's number, and one key for the amount. */
export function useHall({ sale, catalog, house, conduct }: HallParts) {
  const { setOutcome, isQuiet } = conduct;
  const [paddle, setPaddle] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sendBet = useSendBet();
  const lot = sale.current;
  const pending = usePendingBet(lot?.id ?? 0);
  /** The minimum and the two amounts after it. */
  const amounts = lot ? betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet).slice(0, 3) : [];
  const off = offReason(sale);

  // One pause for all three amounts: they move together with the minimum.
  const { settling, isSteady, onPointerDown } = useSteady(amounts[0]);

  const bid = async (index: number) => {
    const value = amounts[index];
    if (off !== null || pending !== null || value === undefined || lot === null) return;
    const { catalogId } = lot;
    if (catalogId === null || isQuiet()) return;
    if (!isSteady()) {
      setOutcome({
        text: `Сумма изменилась: ${price(value, catalog.currency)}. Нажмите ещё раз`,
        bad: true,
      });
      return;
    }
    const result = await sendBet({ lot: { ...lot, catalogId }, value, paddle: paddle.trim() });
    if (result.kind === "accepted") {
      const nth = result.betsCount === null ? "" : `, № ${result.betsCount}`;
      setOutcome({ text: `Ставка зала ${price(value, catalog.currency)} принята${nth}`, bad: false });
      // Clears the field for the next paddle.
      setPaddle("");
    } else {
      setOutcome({ text: result.text, bad: result.kind !== "overbet" });
    }
  };
  return {
    paddle,
    setPaddle,
    field,
    amounts,
    off,
    pending,
    quiet: conduct.quiet,
    settling,
    onPointerDown,
    bid: (index: number) => void bid(index),
  };
}

export type Hall = ReturnType<typeof useHall>;

function offReason({ connection, current, pause }: LiveSale): string | null {
  if (connection.state === "offline") return "Нет связи с сервером";
  if (current === null) return "Нет текущего лота";
  if (pause) return "Торги на паузе";
  return current.isBiddingOver ? "Торги по лоту окончены" : null;
}
