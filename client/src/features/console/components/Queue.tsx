import { VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { AbsenteeCount, LotShort } from "@/lib/api/types";
import { count, thousands } from "@/lib/format";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { LotState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { isHammered, leaderOf } from "@/trade/rules/together";
import { isFinished, isRunning } from "@/trade/rules/trading";
import { resultOf } from "../model/desk";
import { ORDERS } from "../model/words";
import desk from "./console.module.css";
import css from "./Queue.module.css";

/** The most rows in place of the lots that have not come: as many as fill the screen, so that nothing below them moves. */
const WAITED = 16;

interface QueueProps {
  sale: LiveSale;
  /** How many lots are on their way. */
  expected: number;
  absentee: readonly AbsenteeCount[];
  onCorrect: (lot: LotShort) => void;
  /** Below the lots: the way to any of them. */
  children?: ReactNode;
}

/** The lots of the sale in order with their results, scrolled to the current one. */
export function Queue({ sale, expected, absentee, onCorrect, children }: QueueProps) {
  const list = useRef<HTMLOListElement>(null);
  const isOver = isFinished(sale.state);
  const currentId = isOver ? undefined : sale.shown?.id;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-lot="${currentId}"]`);
    if (!row || !list.current) return;
    // Two lots that are over stay in sight above it, if there is room.
    const above = Math.min(2 * row.offsetHeight, (list.current.clientHeight - row.offsetHeight) / 2);
    list.current.scrollTop = row.offsetTop - list.current.offsetTop - Math.max(0, above);
  }, [currentId]);

  const total = thousands(sale.lots.length);
  const number = sale.lots.findIndex(({ id }) => id === currentId) + 1;
  const orders = new Map(absentee.map((row) => [row.lotId, row.count]));
  const block = sale.current;
  // After the hammer on a choice, its lots that were not taken wait again.
  const goesOn = block !== null && isHammered(block);
  const followed = (lot: LotShort) => {
    const leader = leaderOf(lot);
    return goesOn && leader === block.catalogLotId ? null : leader;
  };
  const note = (lot: LotShort) => {
    if (lot.isBiddingOver) return resultOf(lot);
    if (lot.id === currentId && !goesOn && isRunning(sale.state)) return "В торгах";
    const leader = followed(lot);
    const waiting = orders.get(lot.id) ?? 0;
    return [leader !== null && `с лотом ${leader}`, waiting > 0 && count(waiting, ORDERS)]
      .filter(Boolean)
      .join(", ");
  };
  const amount = (lot: LotShort) => {
    // A canceled sale leaves lots that were never traded.
    if (lot.state === LotState.NotSold || (isOver && !lot.isBiddingOver)) return "—";
    if (followed(lot) === null) return thousands(lot.price.value ?? lot.price.start);
    return lot.isChoice ? "на выбор" : "вместе";
  };
  return (
    <section className={desk.pane} aria-label={isOver ? "Лоты" : "Очередь лотов"}>
      <h2 className={desk.paneHead}>
        {isOver ? "Лоты" : "Очередь"}
        {sale.lots.length > 0 && <span className="num">{number > 0 ? `${number} из ${total}` : total}</span>}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <ol className={css.queue} ref={list} tabIndex={0} aria-busy={sale.lotsLoading || undefined}>
        {sale.lotsLoading &&
          Array.from({ length: Math.min(WAITED, expected) }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: these rows are alike
            <li key={row}>
              <Skeleton h={44} style={{ gridColumn: "1 / -1" }} />
            </li>
          ))}
        {sale.lots.map((lot) => (
          <li
            key={lot.id}
            data-lot={lot.id}
            data-done={lot.isBiddingOver || undefined}
            aria-current={lot.id === currentId ? "true" : undefined}
          >
            <span className="num">{lot.catalogLotId}</span>
            <span className={css.queuePic}>
              <LotPicture picture={lot.img} alt="" place="thumb" />
            </span>
            <span className={css.queueText}>
              <b>{lot.titleRu}</b>
              <small>{authorOf(lot)}</small>
            </span>
            <span className={`${desk.queuePrice} num`}>
              {amount(lot)}
              <small>
                {isHallsPurchase(lot) ? (
                  <button type="button" className={desk.link} onClick={() => onCorrect(lot)}>
                    {lot.leadingBet?.paddle ? `Зал, ${lot.leadingBet.paddle}` : "Зал, без номера"}
                    <VisuallyHidden>. Исправить номер</VisuallyHidden>
                  </button>
                ) : (
                  note(lot)
                )}
              </small>
            </span>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

/** Bought in the hall, and not paid for yet: the paddle may still be corrected. */
const isHallsPurchase = (lot: LotShort) =>
  lot.state === LotState.Sold && lot.leadingBet !== null && lot.leadingBet.participant === null;
