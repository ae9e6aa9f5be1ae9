import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { BigCountdown } from "@/components/Countdown/Countdown";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog, LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { dayMonthTime, price } from "@/lib/format";
import { RegisterButton } from "@/trade/components/RegistrationBanner/RegisterButton";
import { lotUrl } from "@/trade/urls";
import { type RoomPosition, WORDS, type Words } from "../model/words";
import css from "./BidBar.module.css";

interface BeforeStartProps {
  catalog: Catalog;
  lot: LotShort;
  /** The viewer's absentee bet on the lot. */
  limit: number | null;
  /** The position of the viewer's bet, and what it means; null without one. */
  standing: { position: Exclude<RoomPosition, "none">; detail: string } | null;
  isVisitor: boolean;
  /** Present where the viewer may leave an absentee bet. */
  onAbsentee?: (lot: LotShort) => void;
}

/** In place of the bid bar before the start: the time left, and what can be left for the first lot meanwhile. */
export function BeforeStart({ catalog, lot, limit, standing, isVisitor, onAbsentee }: BeforeStartProps) {
  const now = useServerNow(1000);
  const start = catalog.startDate === null ? null : Date.parse(catalog.startDate);
  const begins = catalog.startDate ? `Начало ${dayMonthTime(catalog.startDate)}` : "Начинает аукционист";
  const words: Words & { detail: string } = standing
    ? { ...WORDS[standing.position], detail: standing.detail }
    : limit !== null
      ? {
          title: `Ваш лимит ${price(limit, catalog.currency)}`,
          icon: "limit",
          detail: "Вступит в торг, когда лот откроется",
        }
      : { title: "Торги ещё не начались", icon: "clock", detail: begins };
  const isSoon = start !== null && start > now;
  return (
    <section className={css.bidbar} aria-label="До начала торгов">
      <div className={css.you} data-state={standing?.position}>
        <Icon name={words.icon} size="l" />
        <span>
          {words.title}
          <small className="num">{words.detail}</small>
        </span>
      </div>
      <div className={`${css.wide} ${css.before}`}>
        {isSoon ? (
          <BigCountdown end={start} />
        ) : (
          <p className="muted">Ждём аукциониста: торги начнутся с минуты на минуту.</p>
        )}
        <span className="row row--2 row--wrap">
          {isVisitor && <RegisterButton houseId={catalog.houseId} variant="bid" />}
          {onAbsentee && <Button onClick={() => onAbsentee(lot)}>Заочная ставка</Button>}
          <Button component={Link} to={lotUrl(lot)}>
            Страница лота
          </Button>
        </span>
      </div>
    </section>
  );
}
