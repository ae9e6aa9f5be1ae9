import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { LotShort, LotUpdate } from "@/lib/api/types";
import { price, typeset } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { LotState } from "@/trade/enums";
import { followsText } from "@/trade/rules/together";
import { isSold } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./room.module.css";

interface FilmStripProps {
  lots: readonly LotShort[];
  updates: Readonly<Record<number, LotUpdate>>;
  /** The displayed lot, or null before the sale starts. */
  currentLotId: number | null;
}

/** The lots of the sale in their order: what was sold, what is on now, what comes. */
export function FilmStrip({ lots, updates, currentLotId }: FilmStripProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector(`[data-lot="${currentLotId}"]`);
    // The strip scrolls sideways by itself, and downwards in the panel of a phone.
    const scroller = strip.current?.closest("[role=tabpanel]") ?? strip.current;
    if (!current || !scroller) return;
    // Keeps the previous lot in sight, so that its result can be read.
    const first = (current.previousElementSibling ?? current).getBoundingClientRect();
    const place = scroller.getBoundingClientRect();
    scroller.scrollLeft += first.left - place.left;
    scroller.scrollTop += first.top - place.top;
  }, [currentLotId]);
  return (
    <nav className={css.film} aria-label="Лоты аукциона" ref={strip}>
      {lots.map((lot) => {
        const live = updates[lot.id] ?? lot;
        return (
          <Link
            key={lot.id}
            to={lotUrl(lot)}
            className={css.frame}
            data-lot={lot.id}
            aria-current={lot.id === currentLotId ? "true" : undefined}
            data-done={live.isBiddingOver || undefined}
          >
            <span className={css.framePic}>
              <LotPicture picture={lot.img} alt="" place="thumb" />
            </span>
            <span>
              <small className="num">Лот {lot.catalogLotId}</small>
              <b>{typeset(lot.titleRu)}</b>
              <small className="num">{caption(live, lot, lot.id === currentLotId)}</small>
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function caption(
  live: Pick<LotUpdate, "state" | "price" | "together" | "isChoice"> | LotShort,
  lot: LotShort,
  current: boolean,
): string {
  const { value } = live.price;
  const money = (amount: number) => price(amount, lot.price.currency);
  const { state, together, isChoice } = live;
  const follows = followsText({ catalogLotId: lot.catalogLotId, state, together, isChoice });
  if (follows !== null) return isSold(live) ? `Продан ${follows}` : capitalized(follows);
  if (isSold(live)) return value === null ? "Продан" : `Продан ${money(value)}`;
  if (live.state === LotState.NotSold) return "Не продан";
  if (current) return "Сейчас";
  return value === null ? `Старт ${money(lot.price.start)}` : `Ставка ${money(value)}`;
}
