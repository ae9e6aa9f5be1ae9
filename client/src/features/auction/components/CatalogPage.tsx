import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef } from "react";
import { Link } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { Button } from "@/components/Button/Button";
import { Countdown } from "@/components/Countdown/Countdown";
import { Icon } from "@/components/Icon/Icon";
import { lazyDialog, lazyPart } from "@/components/LazyPart/lazyPart";
import { Live } from "@/components/Live/Live";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { RichText } from "@/components/RichText/RichText";
import type { Catalog, LotShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, dayMonthTime, percent, typeset } from "@/lib/format";
import { catalogKey } from "@/trade/api/catalog";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { RehearsalMark } from "@/trade/components/Rehearsal/RehearsalMark";
import { CatalogState, CatalogType, catalogTypeLabel } from "@/trade/enums";
import { mergeLot } from "@/trade/live/mergeLot";
import { useConnectionStatus, useRoom } from "@/trade/live/useRoom";
import { isFinished, isLive, isRunning } from "@/trade/rules/trading";
import { auctionUrl, houseUrl } from "@/trade/urls";
import css from "./CatalogPage.module.css";
import { ResultsSkeleton } from "./ResultsSkeleton";
import { SaleSoon } from "./SaleSoon";
import { ShareLink } from "./ShareLink";

// Only sales that are over load their results.
const SaleResults = lazyPart(() => import("./SaleResults"));
// Only controllers load what they do with a sale.
const SaleControls = lazyDialog(() => import("./SaleControls"));

const LOTS = ["лот", "лота", "лотов"] as const;

interface CatalogPageProps {
  catalog: Catalog;
  /** The auction's lots, each shown as the room has it, and whether it runs. */
  lots: (show: (lot: LotShort) => LotShort, isRunning: boolean) => ReactNode;
}

/** An auction with its lots, whose prices and ends follow the room. */
export default function CatalogPage({ catalog, lots }: CatalogPageProps) {
  const client = useQueryClient();
  const room = useRoom(catalog.id, {
    onRejoined: () => {
      void client.invalidateQueries({ queryKey: catalogKey(catalog.id) });
      void client.invalidateQueries({ queryKey: ["lots", "search"] });
    },
  });
  const connection = useConnectionStatus();
  const state = room.catalog && room.catalog.version >= catalog.version ? room.catalog.state : catalog.state;
  const start = state === CatalogState.Scheduled && catalog.startDate ? Date.parse(catalog.startDate) : null;
  // The preparation steps include the registration.
  const isRequestTold = start !== null && catalog.catalogType === CatalogType.Classic;
  const list = useRef<HTMLDivElement>(null);
  const traded = catalog.catalogType === CatalogType.Classic || catalog.catalogType === CatalogType.Parallel;
  const hasResults = state === CatalogState.Completed && traded;
  const toLots = () => {
    list.current?.scrollIntoView();
    list.current?.focus({ preventScroll: true });
  };

  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Онлайн аукционы", to: "/auctions" },
          { label: catalog.title },
        ]}
      />
      <PageHeading
        aside={
          isRunning(state) ? (
            <ConnectionBadge status={connection} />
          ) : (
            hasResults && <ResultActions catalog={catalog} />
          )
        }
      >
        {typeset(catalog.title)}
      </PageHeading>
      <div className={css.about}>
        {catalog.rehearsalOf !== null && (
          <p className="row row--2 row--wrap">
            <RehearsalMark catalog={catalog} />
          </p>
        )}
        <p>
          <Link className="link" to={houseUrl({ id: catalog.houseId, nameRu: catalog.houseNameRu })}>
            {catalog.houseNameRu}
          </Link>{" "}
          · {catalogTypeLabel[catalog.catalogType]} · {count(catalog.lotsCount, LOTS)}
          {catalog.commission > 0 && ` · комиссия ${percent(catalog.commission)}`}
        </p>
        <SaleTime catalog={catalog} state={state} />
        {catalog.descriptionRu && <RichText className={css.text} html={catalog.descriptionRu} />}
      </div>
      {catalog.catalogType === CatalogType.Classic && isLive({ ...catalog, state }, serverNow()) && (
        <p className={css.enter}>
          <Button component={Link} to={auctionUrl(catalog)} variant="bid">
            Войти в зал
          </Button>
        </p>
      )}
      {catalog.isController && (
        <Suspense fallback={<div className={css.controls} />}>
          <SaleControls catalog={catalog} state={state} />
        </Suspense>
      )}
      {start !== null && <SaleSoon catalog={catalog} start={start} onLots={toLots} />}
      {hasResults && (
        <Suspense fallback={<ResultsSkeleton />}>
          <SaleResults catalog={catalog} onLots={toLots} />
        </Suspense>
      )}
      {!isFinished(state) && !isRequestTold && (
        <RegistrationBanner houseId={catalog.houseId} className={css.banner} />
      )}

      <div ref={list} className={css.lots} tabIndex={-1}>
        {lots((lot) => {
          const merged = { ...mergeLot(lot, room.lots[lot.id]), catalogState: state };
          return room.catalog ? { ...merged, catalogPausedAt: room.catalog.pausedAt } : merged;
        }, isRunning(state))}
      </div>
    </div>
  );
}

/** The results to print and to pass on. A link carries no token, so it would not find a sale that only its house sees. */
function ResultActions({ catalog }: { catalog: Catalog }) {
  return (
    <div className={css.acts}>
      {!catalog.hidden && catalog.rehearsalOf === null && (
        <Button
          component="a"
          href={`/api/catalog/${catalog.id}/results/pdf`}
          download
          leftSection={<Icon name="doc" />}
        >
          Итоги, PDF
        </Button>
      )}
      <ShareLink title={catalog.title} path={auctionUrl(catalog)} />
    </div>
  );
}

function SaleTime({ catalog, state }: { catalog: Catalog; state: number }) {
  if (state === CatalogState.Canceled) return <p>Аукцион отменён</p>;
  if (state === CatalogState.Completed) {
    return <p>Аукцион завершён{catalog.endDate && ` ${dayMonthTime(catalog.endDate)}`}</p>;
  }
  if (isRunning(state)) {
    return (
      <p className="row row--2 row--wrap">
        <Live>Идут торги</Live>
        {catalog.endDate && catalog.catalogType === CatalogType.Parallel && (
          <>
            <Countdown end={Date.parse(catalog.endDate)} over="Идут продления" />
            <span className="caption">
              Окончание {dayMonthTime(catalog.endDate)}. Ставка в последние 5 минут продлевает торги
            </span>
          </>
        )}
      </p>
    );
  }
  if (state === CatalogState.Temporary) return <p>Черновик</p>;
  return null;
}
