import { useEffect, useRef } from "react";
import { LotPicture } from "@/components/Picture/LotPicture";
import type { AbsenteeCount, LotShort } from "@/lib/api/types";
import { LotState } from "@/lib/enums";
import { count, thousands } from "@/lib/format";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { resultOf } from "../model/desk";
import { ORDERS } from "../model/words";
import css from "./console.module.css";

interface QueueProps {
  sale: LiveSale;
  absentee: readonly AbsenteeCount[];
}

/** The lots of the sale in order, scrolled to the current one. */
export function Queue({ sale, absentee }: QueueProps) {
  const list = useRef<HTMLOListElement>(null);
  const currentId = sale.current?.id;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-lot="${currentId}"]`);
    if (row && list.current)
      list.current.scrollTop = row.offsetTop - list.current.offsetTop - 2 * row.offsetHeight;
  }, [currentId]);

  const total = thousands(sale.lots.length);
  const number = sale.lots.findIndex(({ id }) => id === currentId) + 1;
  const orders = new Map(absentee.map((row) => [row.lotId, row.count]));
  const note = (lot: LotShort) => {
    if (lot.isBiddingOver) return resultOf(lot);
    if (lot.id === currentId) return "В торгах";
    const waiting = orders.get(lot.id) ?? 0;
    return waiting > 0 ? count(waiting, ORDERS) : "";
  };
  return (
    <section className={css.pane} aria-label="Очередь лотов">
      <h2 className={css.paneHead}>
        Очередь
        <span className="num">{number > 0 ? `${number} из ${total}` : total}</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <ol className={css.queue} ref={list} tabIndex={0}>
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
            <span className={`${css.queuePrice} num`}>
              {lot.state === LotState.NotSold ? "—" : thousands(lot.price.value ?? lot.price.start)}
              <small>{note(lot)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
