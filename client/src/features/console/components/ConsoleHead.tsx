import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import type { Catalog } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { dayMonth, dayMonthTime, moscowSeconds, moscowTime } from "@/lib/format";
import { HelpLink } from "@/staff/help/HelpLink";
import { CONSOLE } from "@/staff/help/topics";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { HallLink } from "@/trade/components/HallLink/HallLink";
import { RehearsalMark } from "@/trade/components/Rehearsal/RehearsalMark";
import { CatalogState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import type { Tally as Facts } from "@/trade/rules/tally";
import { isRunning } from "@/trade/rules/trading";
import { auctionUrl } from "@/trade/urls";
import css from "./ConsoleHead.module.css";
import desk from "./console.module.css";
import { Kbd } from "./Kbd";
import { Tally } from "./Tally";

interface ConsoleHeadProps {
  sale: LiveSale;
  catalog: Catalog;
  /** None once the sale is over: the totals stand below then. */
  tally?: Facts;
  /** Opens the list of keys, where there are any. */
  onHelp?: () => void;
}

/** The sale, what it has brought so far, the connection and the clock. */
export function ConsoleHead({ sale, catalog, tally, onHelp }: ConsoleHeadProps) {
  const now = useServerNow(500);
  const hasTally = tally !== undefined && tally.over > 0;
  return (
    <header className={css.head} data-rows={hasTally || catalog.rehearsalOf !== null ? 2 : 1}>
      <IconButton icon="left" label="Выйти из пульта" to={`${auctionUrl(catalog)}?viewType=catalog`} />
      <h1>Пульт</h1>
      <span className={css.sale}>{catalog.title}</span>
      <SaleState sale={sale} catalog={catalog} />
      {hasTally && <Tally tally={tally} currency={catalog.currency} />}
      <span className={css.gap} />
      <RehearsalMark catalog={catalog} />
      <span className={`${css.hall} only-wide`} title="Экран для зала">
        <HallLink catalog={catalog} />
        <Icon name="full" />
      </span>
      <span className={css.net}>
        {sale.lotsFault && sale.connection.state === "online" ? (
          <span className={css.unread} role="status">
            <Icon name="warn" />
            Лоты не загружены
          </span>
        ) : (
          <ConnectionBadge status={sale.connection} />
        )}
      </span>
      <time className="num">{moscowSeconds(now)} (МСК)</time>
      {onHelp && (
        <Button className="only-wide" size="sm" onClick={onHelp}>
          <span className="row">
            Клавиши <Kbd>?</Kbd>
          </span>
        </Button>
      )}
      <span className={css.help}>
        <HelpLink topic={CONSOLE} label="Руководство аукциониста" />
      </span>
    </header>
  );
}

const beginsText = (start: string, now: number) =>
  dayMonth(start) === dayMonth(now) ? `Начало в ${moscowTime(start)}` : `Начало ${dayMonthTime(start)}`;

function SaleState({ sale, catalog }: { sale: LiveSale; catalog: Catalog }) {
  const live = isRunning(sale.state);
  const now = useServerNow(60_000);
  // A sale may be opened up to fifteen minutes before its time.
  const begun = catalog.startDate !== null && Date.parse(catalog.startDate) <= now;
  const words = sale.pause
    ? "Пауза"
    : live
      ? "Идёт"
      : sale.state === CatalogState.Scheduled
        ? catalog.startDate
          ? beginsText(catalog.startDate, now)
          : "Не начат"
        : sale.state === CatalogState.Canceled
          ? "Отменён"
          : "Завершён";
  const since = sale.pause ? sale.pause.since : live && begun ? catalog.startDate : null;
  return (
    <span
      className={desk.state}
      // Nobody knows whether it goes on while the line is down.
      data-live={(live && !sale.pause && sale.connection.state !== "offline") || undefined}
      data-paused={sale.pause !== null || undefined}
    >
      {words}
      {since !== null && <span className={css.since}> с {moscowTime(since)}</span>}
    </span>
  );
}
