import { type CSSProperties, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import { Price } from "@/components/Price/Price";
import type { Bet, LotShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { moscowSeconds, secondsOf } from "@/lib/format";
import list from "@/trade/components/BetList/BetList.module.css";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { bettorInFeed, sourceOf } from "@/trade/rules/position";
import desk from "./console.module.css";
import css from "./LotBets.module.css";

interface LotBetsProps {
  sale: LiveSale;
  currency: number;
  /** A bet of the hall was another paddle's. */
  onCorrect: (bet: Bet) => void;
}

/** The displayed lot's standing bets with their numbers, newest first. */
export function LotBets({ sale, currency, onCorrect }: LotBetsProps) {
  const total = sale.shown?.betsCount ?? 0;
  const now = serverNow();
  const warnedAt = useLastWarning(sale.current);
  const isLate = (bet: Bet) => warnedAt !== null && bet.created > warnedAt;
  return (
    <div className={css.lotBets}>
      <Announced sale={sale} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <section className={`${list.bets} ${css.bets}`} tabIndex={0} aria-label="Ставки по лоту">
        <ol style={{ "--bets": total } as CSSProperties}>
          {sale.bets.map((bet, index) => (
            <li key={bet.id} data-late={isLate(bet) || undefined}>
              <span className={`${list.source} num`}>№ {total - index}</span>
              <span>
                {bettorInFeed(bet, null)}{" "}
                <span className={list.source}>
                  {sourceOf(bet)}
                  {isLate(bet) && ", после предупреждения"}
                </span>{" "}
                {bet.participant === null && (
                  <button type="button" className={desk.link} onClick={() => onCorrect(bet)}>
                    исправить номер
                  </button>
                )}
              </span>
              <Price value={bet.value} currency={currency} />
              <time dateTime={bet.created}>{secondsOf(bet.created, now)}</time>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/**
 * When the lot on the block was last warned of. The bet that makes the warning void stays marked until the next warning or
 * the next lot, so that it is not hammered over.
 */
function useLastWarning(lot: LotShort | null): string | null {
  const [last, setLast] = useState<{ lotId: number; at: string } | null>(null);
  const warnedAt = lot?.warnedAt ?? null;
  if (lot !== null && warnedAt !== null && (last?.lotId !== lot.id || last.at !== warnedAt)) {
    setLast({ lotId: lot.id, at: warnedAt });
  }
  return lot !== null && last?.lotId === lot.id ? last.at : null;
}

/** What the whole room sees about the lot: the warning in force, or the pause. */
function Announced({ sale }: { sale: LiveSale }) {
  const { pause, current } = sale;
  const warnedAt = current?.warnedAt ?? null;
  if (pause === null && warnedAt === null) return null;
  return (
    <div className={desk.announced} data-pause={pause !== null || undefined} role="status">
      <Icon name={pause ? "pause" : "bell"} />
      <span>
        {pause ? ["Торги на паузе", pause.reason].filter(Boolean).join(". ") : "Объявлен последний раз"}
      </span>
      <span className="num">{moscowSeconds(pause?.since ?? warnedAt ?? 0)} (МСК), видят все</span>
    </div>
  );
}
