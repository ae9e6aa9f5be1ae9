import { PanelHead } from "@/components/PanelHead/PanelHead";
import { Price } from "@/components/Price/Price";
import type { Bet } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { secondsOf } from "@/lib/format";
import list from "@/trade/components/BetList/BetList.module.css";
import { bettorInFeed, isMine, sourceOf } from "@/trade/rules/position";
import css from "./room.module.css";

interface BidFeedProps {
  /** Whether the displayed lot has no bets. */
  isEmpty: boolean;
  bets: readonly Bet[];
  /** «14 ставок» */
  count: string;
  currency: number;
  myParticipant: number | null;
}

/** The displayed lot's standing bets, newest first. */
export function BidFeed({ isEmpty, bets, count, currency, myParticipant }: BidFeedProps) {
  return (
    <section className={css.panel} aria-label="Ставки">
      <PanelHead title="Ставки" note={bets.length > 0 ? count : ""} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <div className={css.scroll} tabIndex={0}>
        {isEmpty && <p className={css.none}>Ставок на этот лот пока нет.</p>}
        <ol className={`${list.bets} ${css.bets}`}>
          {bets.map((bet) => (
            <li key={bet.id} data-mine={isMine(bet, myParticipant) || undefined}>
              <span>
                {bettorInFeed(bet, myParticipant)} <span className={list.source}>{sourceOf(bet)}</span>
              </span>
              <Price value={bet.value} currency={currency} />
              <time dateTime={bet.created}>{secondsOf(bet.created, serverNow())}</time>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
