import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Icon } from "@/components/Icon/Icon";
import { Wait } from "@/components/Loaded/Loaded";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import { Section } from "@/components/Section/Section";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { Totals } from "@/components/Totals/Totals";
import type { Artist, ArtistSummary } from "@/lib/api/types";
import { count, moscowDay, price } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { artistOptions } from "@/trade/api/artists";
import { FollowArtist } from "@/trade/components/FollowArtist/FollowArtist";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { artistUrl } from "@/trade/urls";
import { summaryOptions, worksOptions } from "../api/works";
import { pricesOf } from "../model/prices";
import css from "./artist.module.css";
import { SoldWorks } from "./SoldWorks";

/** Works on offer on the page; a link leads to the rest. */
const SHOWN = 8;

/** An artist: who they are, their works on offer, and what others sold for. */
export default function ArtistPage() {
  const { id } = useParams();
  const artistId = Number(id);
  const isId = Number.isSafeInteger(artistId) && artistId > 0;
  const { data: artist, error, refetch } = useQuery({ ...artistOptions(artistId), enabled: isId });
  usePageTitle(artist?.name ?? "Художник");
  useCanonicalPath(artist && artistUrl(artist));
  if (!isId) return <NotFound />;
  if (error) return <PageFault error={error} retry={() => void refetch()} />;
  if (!artist) return <PageSkeleton shape="artist" />;
  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Художники", to: "/artists" },
          { label: artist.name },
        ]}
      />
      <Works artist={artist} />
    </div>
  );
}

function Works({ artist }: { artist: Artist }) {
  const [params] = useSearchParams();
  const works = useQuery(worksOptions(artist.id, { isSold: false, pageNumber: 1, pageSize: SHOWN }));
  const asked = useQuery(summaryOptions(artist.id));
  const offered = works.data;
  const summary = asked.data;
  const hasFailed = (works.error && !offered) || (asked.error && !summary);
  return (
    <>
      <Head artist={artist} followers={summary?.followers ?? 0} />
      {offered && summary ? (
        <Totals className={css.totals} totals={totalsOf(offered.totalCount, summary.sales)} />
      ) : (
        !hasFailed && <Skeleton className={css.totalsSkeleton} />
      )}
      {offered?.totalCount === 0 ? (
        <EmptyState title="Сейчас работ в продаже нет" action={{ label: "Все художники", to: "/artists" }}>
          Подпишитесь на автора: мы сообщим, когда появится новый лот.
        </EmptyState>
      ) : (
        <Section
          title="Работы в продаже"
          more={
            offered && offered.totalCount > SHOWN
              ? {
                  label: `Все ${count(offered.totalCount, ["лот", "лота", "лотов"])}`,
                  to: `/lots?${new URLSearchParams({ search: artist.name })}`,
                }
              : undefined
          }
        >
          {works.error && !offered ? (
            <Wait query={works} h={320} />
          ) : (
            <LotGrid lots={offered?.items} columns={4} eager={4} headingLevel={3} />
          )}
        </Section>
      )}
      {summary ? (
        <SoldWorks artist={artist} sales={summary.sales} page={pageOfAddress(params)} />
      ) : (
        asked.error && <Wait query={asked} h={320} />
      )}
    </>
  );
}

function Head({ artist, followers }: { artist: Artist; followers: number }) {
  return (
    <div className={css.head}>
      <div className={css.face}>
        <SquarePicture
          owner="artists"
          id={artist.logo.previewId}
          side={264}
          alt={`Портрет: ${artist.name}`}
          eager
          fallback={<Icon name="brush" size="l" />}
        />
      </div>
      <div className={css.name}>
        <p className="eyebrow">Художник</p>
        <h1>{artist.name}</h1>
        {artist.lifeYears && <p className={css.life}>{artist.lifeYears}</p>}
      </div>
      {artist.biography && <RichText className={css.bio} html={artist.biography} />}
      <aside className={css.follow} aria-label="Новые работы">
        <p>Новые работы — сразу вам</p>
        <p className="small muted">
          Напишем, когда у любого из домов появится лот этого автора.
          {followers > 0 && ` Сейчас следят ${count(followers, ["человек", "человека", "человек"])}.`}
        </p>
        <FollowArtist artistId={artist.id} isMain />
        <p className="caption">
          Отключить можно в <Link to="/account?p=subscriptions">кабинете</Link>.
        </p>
      </aside>
    </div>
  );
}

function totalsOf(offered: number, sales: ArtistSummary["sales"]) {
  const prices = pricesOf(sales);
  const since = sales.at(-1);
  const works = { name: "В продаже", value: count(offered, ["лот", "лота", "лотов"]) };
  if (!prices || !since) return [works];
  return [
    works,
    {
      name: `Продано с ${moscowDay(since.soldAt).year} года`,
      value: count(sales.length, ["работа", "работы", "работ"]),
    },
    { name: "Медианная цена за год", value: price(prices.latestMedian, prices.currency) },
    { name: "Лучшая цена", value: price(prices.best.price, prices.currency), note: prices.best.titleRu },
  ];
}
