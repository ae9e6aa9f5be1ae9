import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { NewsCard, NewsLead } from "@/components/NewsCard/NewsCard";
import wall from "@/components/NewsCard/NewsCard.module.css";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { NewsShort } from "@/lib/api/types";
import { NewsType, newsTypeLabel } from "@/lib/news";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { newsOptions } from "../api/news";
import css from "./news.module.css";

/** The address's `kind`. */
const KINDS: readonly { kind: string | null; type: number | null; label: string }[] = [
  { kind: null, type: null, label: "Все" },
  ...(["results", "events", "news", "announcements"] as const).map((kind) => {
    const type = {
      results: NewsType.Results,
      events: NewsType.Events,
      news: NewsType.News,
      announcements: NewsType.Announcements,
    }[kind];
    return { kind, type, label: newsTypeLabel[type] ?? "" };
  }),
];

export default function NewsPage() {
  usePageTitle("Новости");
  const { params } = useAddress();
  const current = KINDS.find(({ kind }) => kind === params.get("kind")) ?? KINDS[0];
  const page = pageOfAddress(params);
  const list = useQuery(newsOptions(current?.type ?? null, page));
  return (
    <div className="page">
      <PageHeading>Новости</PageHeading>
      <LinkTabs className={css.tabs} label="Вид новостей">
        {KINDS.map(({ kind, label }) => (
          <Link
            key={label}
            to={kind === null ? "/news" : `/news?kind=${kind}`}
            aria-current={kind === current?.kind ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <PagedList
        list={list}
        dims
        empty={
          <EmptyState title="Новостей пока нет" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
            {current?.kind === null
              ? "Здесь будут новости площадки и аукционных домов."
              : "В этом разделе ещё ничего не опубликовано."}
          </EmptyState>
        }
      >
        {(news) => (news ? <Wall news={news} leads={page === 1} /> : <Waiting />)}
      </PagedList>
    </div>
  );
}

/** News in columns. The latest of all is above them, larger. */
function Wall({ news, leads }: { news: readonly NewsShort[]; leads: boolean }) {
  const [first] = news;
  const rest = leads ? news.slice(1) : news;
  return (
    <>
      {leads && first && <NewsLead news={first} />}
      {rest.length > 0 && (
        <ul className={wall.wall}>
          {rest.map((one) => (
            <li key={one.id}>
              <NewsCard news={one} headingLevel={2} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <span className="sr">Загрузка новостей</span>
      <Skeleton className={css.leadSkeleton} />
    </div>
  );
}
