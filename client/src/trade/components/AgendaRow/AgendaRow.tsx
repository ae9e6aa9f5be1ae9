import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import type { CatalogShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count, duration, isoInstant, moscowDay, moscowTime, percent, typeset } from "@/lib/format";
import { CatalogState, CatalogType, catalogTypeLabel } from "@/trade/enums";
import { isFinished, isLive, isRunning } from "@/trade/rules/trading";
import { auctionUrl } from "@/trade/urls";
import css from "./AgendaRow.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

interface AgendaRowProps {
  catalog: CatalogShort;
  /** Names the house, except on the house's own page. */
  withHouse?: boolean;
  headings?: 2 | 3;
}

/** A sale as a line of an agenda: day, picture, name, state and link. */
export function AgendaRow({ catalog, withHouse = true, headings = 3 }: AgendaRowProps) {
  const now = useServerNow(60_000);
  const live = isLive(catalog, now);
  const Title = `h${headings}` as const;
  const classic = catalog.catalogType === CatalogType.Classic;
  const facts = [
    catalogTypeLabel[catalog.catalogType],
    count(catalog.lotsCount, LOTS),
    isFinished(catalog.state) || catalog.commission === 0 ? null : `комиссия ${percent(catalog.commission)}`,
  ].filter(Boolean);

  return (
    <article className={css.row}>
      <Day catalog={catalog} />
      <div className={css.picture}>
        <SquarePicture
          owner="catalog"
          id={catalog.logo.previewId}
          side={72}
          fallback={<Icon name="gavel" size="l" />}
        />
      </div>
      <div className={css.text}>
        {withHouse && <p className="eyebrow">{catalog.houseNameRu}</p>}
        <Title className={css.title}>
          <Link className={css.link} to={auctionUrl(catalog)}>
            {typeset(catalog.title)}
          </Link>
        </Title>
        <p className="caption">{facts.join(" · ")}</p>
      </div>
      <div className={css.status}>
        <Status catalog={catalog} now={now} />
      </div>
      <Button
        component={Link}
        to={auctionUrl(catalog)}
        variant={live && classic ? "bid" : "default"}
        className={css.button}
        aria-label={`${buttonLabel(catalog, live)}: ${catalog.title}`}
      >
        {buttonLabel(catalog, live)}
      </Button>
    </article>
  );
}

function buttonLabel(catalog: CatalogShort, live: boolean): string {
  if (isFinished(catalog.state)) return "Результаты";
  return live && catalog.catalogType === CatalogType.Classic ? "Войти в зал" : "Смотреть лоты";
}

function Day({ catalog }: { catalog: CatalogShort }) {
  const running = isRunning(catalog.state);
  const untilEnd = running && catalog.catalogType === CatalogType.Parallel && catalog.endDate !== null;
  const isOver = isFinished(catalog.state);
  const at =
    untilEnd || isOver ? (catalog.endDate ?? catalog.startDate) : (catalog.startDate ?? catalog.endDate);
  if (at === null) return <div className={css.day}>Без срока</div>;
  const { day, month, weekday } = moscowDay(at);
  const time = moscowTime(at);
  const second = untilEnd
    ? `до\u00a0${time}`
    : running && catalog.startDate !== null
      ? `с\u00a0${time}`
      : running || isOver
        ? weekday
        : time;
  return (
    <time className={css.day} dateTime={isoInstant(at)}>
      <b>{day}</b>
      <span>
        {month}
        <br />
        {second}
      </span>
    </time>
  );
}

function Status({ catalog, now }: { catalog: CatalogShort; now: number }) {
  const { state, catalogType, startDate, endDate } = catalog;
  if (state === CatalogState.Canceled) return <>Отменён</>;
  if (state === CatalogState.Completed) {
    return (
      <>
        Завершён
        <span className={css.note}>
          продано {catalog.soldCount} из {catalog.lotsCount}
        </span>
      </>
    );
  }
  if (state === CatalogState.Temporary) return <>Черновик</>;
  if (catalogType === CatalogType.Gallery) return <>Постоянная экспозиция</>;
  if (catalogType === CatalogType.PostAuction) return <>Можно запросить цену</>;
  if (isRunning(state)) {
    const left = catalogType === CatalogType.Parallel && endDate ? Date.parse(endDate) - now : 0;
    return (
      <>
        <Live>Идут торги</Live>
        <span className={css.note}>
          {catalogType === CatalogType.Classic
            ? "в зале и в сети"
            : left > 0
              ? `до окончания ${duration(left)}`
              : "торгуются последние лоты"}
        </span>
      </>
    );
  }
  if (isLive(catalog, now) && startDate) {
    const left = Date.parse(startDate) - now;
    return (
      <>
        <Live tone="waiting">Зал открыт</Live>
        <span className={css.note}>{left > 0 ? `начало через ${duration(left)}` : "ждём аукциониста"}</span>
      </>
    );
  }
  return <>{catalogType === CatalogType.Classic ? "Принимаются заочные ставки" : "Скоро"}</>;
}
