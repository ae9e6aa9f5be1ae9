import { useState } from "react";
import { Price } from "@/components/Price/Price";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Lot } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, secondsOf } from "@/lib/format";
import list from "@/trade/components/BetList/BetList.module.css";
import { useBetFeed } from "@/trade/live/useBetFeed";
import { bettorInFeed, isMine, sourceOf } from "@/trade/rules/position";
import css from "./lot.module.css";

const BETS = ["ставка", "ставки", "ставок"] as const;
/** The number of bets shown at first. */
const FIRST = 5;

/** The standing bets of the lot, newest first; live. */
export function BetsHistory({ lot, myParticipant }: { lot: Lot; myParticipant: number | null }) {
  const bets = useBetFeed(lot);
  const [all, setAll] = useState(false);
  const shown = all ? bets : bets?.slice(0, FIRST);
  return (
    <section id="bets" aria-labelledby="bets-title">
      <h2 id="bets-title">Ставки</h2>
      {!shown ? (
        <Skeleton h={160} mt={16} />
      ) : shown.length === 0 ? (
        <p className={`muted ${css.more}`}>
          {lot.isBiddingOver ? "Ставок не было." : "Ставок пока нет. Ваша может быть первой."}
        </p>
      ) : (
        <>
          <ol className={`${list.bets} ${css.bets}`}>
            {shown.map((bet) => (
              <li key={`${bet.value}:${bet.created}`} data-mine={isMine(bet, myParticipant) || undefined}>
                <span>
                  {bettorInFeed(bet, myParticipant)} <span className={list.source}>{sourceOf(bet)}</span>
                </span>
                <Price value={bet.value} currency={lot.price.currency} className={css.betPrice} />
                <time dateTime={bet.created}>{secondsOf(bet.created, serverNow())}</time>
              </li>
            ))}
          </ol>
          <p className={`caption ${css.more}`}>
            Время приёма ставки сервером (МСК).{" "}
            {bets && bets.length > FIRST && !all && (
              <button type="button" className={css.all} onClick={() => setAll(true)}>
                {lot.betsCount > bets.length
                  ? `Последние ${count(bets.length, BETS)}`
                  : `Все ${count(bets.length, BETS)}`}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}
