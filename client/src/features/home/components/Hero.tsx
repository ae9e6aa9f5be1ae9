import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Live } from "@/components/Live/Live";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { CatalogShort, Lot } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count, dayMonth, duration, moscowDay, moscowTime, price, typeset } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { CatalogType, catalogTypeLabel } from "@/trade/enums";
import { allInText } from "@/trade/rules/commission";
import { isLive, isRunning } from "@/trade/rules/trading";
import { auctionUrl, lotUrl } from "@/trade/urls";
import { heroLotOptions, membersOptions } from "../api/home";
import css from "./Hero.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

interface HeroProps {
  /** The sale to show; undefined while loading, or when there is none. */
  catalog: CatalogShort | undefined;
  loading: boolean;
}

/** The first screen of the home page. */
export function Hero({ catalog, loading }: HeroProps) {
  if (loading) {
    return (
      <section className={css.hero} aria-busy="true">
        <div className={`page ${css.inner}`}>
          <div className={css.text}>
            <h1 className="sr">Онлайн-аукционы искусства и антиквариата</h1>
            <Skeleton className={css.skeletonLine} />
            <Skeleton className={css.skeletonTitle} />
            <Skeleton className={css.skeletonLine} />
            <Skeleton className={css.skeletonButtons} />
          </div>
          <Skeleton className={css.skeletonPicture} />
        </div>
      </section>
    );
  }
  if (!catalog) return <QuietHero />;
  return <SaleHero key={catalog.id} catalog={catalog} />;
}

/** No sale runs and none is announced. */
function QuietHero() {
  return (
    <section className={css.hero} data-quiet>
      <div className={`page ${css.inner}`}>
        <div className={css.text}>
          <h1 className="display">Онлайн-аукционы искусства и антиквариата</h1>
          <p className="muted">
            Живопись, графика, скульптура, керамика и иконы от аукционных домов и галерей.
          </p>
          <Button component={Link} to="/lots">
            Смотреть лоты
          </Button>
        </div>
      </div>
    </section>
  );
}

function SaleHero({ catalog }: { catalog: CatalogShort }) {
  const now = useServerNow(1000);
  const live = isLive(catalog, now);
  const running = isRunning(catalog.state);
  const classic = catalog.catalogType === CatalogType.Classic;
  const { data: lot, isLoading: lotLoading } = useQuery({
    ...heroLotOptions(catalog.currentLotId ?? 0),
    enabled: catalog.currentLotId !== null,
  });
  const { data: members } = useQuery({ ...membersOptions(catalog.id), enabled: live && classic });

  return (
    <section className={css.hero}>
      <div className={`page ${css.inner}`}>
        <div className={css.text}>
          <Moment catalog={catalog} now={now} running={running} />
          <h1 className="display">{typeset(catalog.title)}</h1>
          <p className={`muted ${css.about}`}>
            {catalog.houseNameRu}. {catalogTypeLabel[catalog.catalogType]}
            {classic ? ", зал и интернет торгуются вместе." : "."}
          </p>
          <dl
            className={css.facts}
            data-commission={(classic && running && catalog.commission > 0) || undefined}
          >
            {classic && running && lot?.catalogLotId != null ? (
              <>
                <Fact name="Сейчас" value={`лот ${lot.catalogLotId} из ${catalog.lotsCount}`} />
                <Fact
                  name={lot.price.value === null ? "Стартовая цена" : "Текущая ставка"}
                  value={price(lot.price.value ?? lot.price.start, lot.price.currency)}
                  note={allInText(lot.price.value ?? lot.price.start, lot.commission, lot.price.currency)}
                />
              </>
            ) : (
              <Fact name="В каталоге" value={count(catalog.lotsCount, LOTS)} />
            )}
            {members && members.count > 0 && (
              <Fact name="В зале" value={count(members.count, ["участник", "участника", "участников"])} />
            )}
            {running && !classic && catalog.endDate && Date.parse(catalog.endDate) > now && (
              <Fact name="До окончания" value={duration(Date.parse(catalog.endDate) - now)} />
            )}
          </dl>
          <div className={css.buttons}>
            {live && classic ? (
              <>
                <Button component={Link} to={auctionUrl(catalog)} variant="bid">
                  Войти в зал
                </Button>
                <Button component={Link} to={`${auctionUrl(catalog)}?viewType=catalog`}>
                  Каталог
                </Button>
              </>
            ) : (
              <Button component={Link} to={auctionUrl(catalog)} variant={live ? "bid" : "default"}>
                Смотреть лоты
              </Button>
            )}
          </div>
        </div>
        <HeroPicture catalog={catalog} lot={lot} lotLoading={lotLoading} />
      </div>
    </section>
  );
}

function Moment({ catalog, now, running }: { catalog: CatalogShort; now: number; running: boolean }) {
  if (running) {
    const today = moscowDay(now);
    return (
      <Live>
        Идут торги · {today.weekday}, {dayMonth(now)}
      </Live>
    );
  }
  if (!catalog.startDate) return <Live tone="waiting">Скоро</Live>;
  return (
    <Live tone="waiting">
      Начало {dayMonth(catalog.startDate, now)}, {moscowTime(catalog.startDate)}
    </Live>
  );
}

function Fact({ name, value, note }: { name: string; value: string; note?: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd className="caption num">{note}</dd>}
    </div>
  );
}

interface HeroPictureProps {
  catalog: CatalogShort;
  lot: Lot | undefined;
  lotLoading: boolean;
}

/** The lot under the hammer with its label; before the sale, the catalog's own picture. */
function HeroPicture({ catalog, lot, lotLoading }: HeroPictureProps) {
  if (lot?.img) {
    const author = lot.author.map((a) => a.name).join(", ");
    const label = [lot.titleRu, lot.period, lot.materials, lot.size].filter(Boolean).join(". ");
    return (
      <figure className={css.hang}>
        <Link to={lotUrl(lot)} tabIndex={-1} aria-hidden="true">
          <LotPicture picture={lot.img} alt="" place="hero" eager />
        </Link>
        <figcaption className={css.plate}>
          <Link to={lotUrl(lot)}>
            <b>
              {[lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`, author]
                .filter(Boolean)
                .join(". ")}
            </b>
          </Link>
          <br />
          {label}
        </figcaption>
      </figure>
    );
  }
  // The lot is loading. Another picture in between would jump.
  if (lotLoading) return <Skeleton className={css.skeletonPicture} />;
  if (catalog.logo.previewId === null) return null;
  return (
    <figure className={css.hang}>
      <SquarePicture owner="catalog" id={catalog.logo.previewId} side={464} eager />
    </figure>
  );
}
