import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { Button } from "@/components/Button/Button";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Icon } from "@/components/Icon/Icon";
import { Meta, NewsCard } from "@/components/NewsCard/NewsCard";
import wall from "@/components/NewsCard/NewsCard.module.css";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import { Section } from "@/components/Section/Section";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import { isStatus } from "@/lib/api/errors";
import type { News } from "@/lib/api/types";
import { siteUrl, typeset } from "@/lib/format";
import { newsTypeLabel } from "@/lib/news";
import { newsUrl } from "@/lib/urls";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { houseUrl } from "@/trade/urls";
import { articleOptions, newsOptions } from "../api/news";
import css from "./news.module.css";

export default function NewsArticlePage() {
  const { id } = useParams();
  const newsId = Number(id);
  if (!Number.isSafeInteger(newsId) || newsId <= 0) return <NotFound />;
  return <Loaded key={newsId} id={newsId} />;
}

function Loaded({ id }: { id: number }) {
  const { data: news, error, refetch } = useQuery(articleOptions(id));
  usePageTitle(news?.title ?? "Новости");
  useCanonicalPath(news && newsUrl(news));
  if (isStatus(error, 404)) return <NotFound />;
  if (error && !news) return <PageFault error={error} retry={() => void refetch()} />;
  if (!news) return <PageSkeleton shape="article" />;
  return <Article news={news} />;
}

function Article({ news }: { news: News }) {
  const house =
    news.houseId !== null && news.houseNameRu !== null
      ? { id: news.houseId, nameRu: news.houseNameRu }
      : null;
  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Новости", to: "/news" },
          { label: newsTypeLabel[news.newsType] ?? "" },
        ]}
      />
      <article className={css.article}>
        <header>
          <Meta news={news}>
            {house && (
              <Link className="link" to={houseUrl(house)}>
                {house.nameRu}
              </Link>
            )}
          </Meta>
          <h1>{typeset(news.title)}</h1>
          {news.summary && <p className={css.first}>{news.summary}</p>}
        </header>
        {news.image.previewId !== null && (
          <div className={`${wall.shot} ${css.large}`}>
            <SquarePicture owner="news" id={news.image.previewId} side={640} alt={news.title} eager />
          </div>
        )}
        <div>
          <RichText className={css.text} html={news.content} headings={2} />
          {news.info && <p className={css.info}>{news.info}</p>}
          {news.author && <p className="small muted">Автор: {news.author}</p>}
          {news.source && (
            <p className="small muted">
              Источник: <Source text={news.source} />
            </p>
          )}
          <div className={css.tools}>
            <Share news={news} />
            <Button variant="quiet" leftSection={<Icon name="print" />} onClick={() => window.print()}>
              Печать
            </Button>
            {house && (
              <Button
                component={Link}
                to={`${houseUrl(house)}?tab=news`}
                variant="quiet"
                leftSection={<Icon name="news" />}
              >
                Новости дома
              </Button>
            )}
          </div>
        </div>
      </article>
      <Others news={news} />
    </div>
  );
}

/** An address is a link; words are words. */
function Source({ text }: { text: string }) {
  if (!/^(https?:\/\/|www\.)\S+$/i.test(text)) return text;
  return (
    <a className="link" href={siteUrl(text)} target="_blank" rel="noopener noreferrer nofollow">
      {text.replace(/^https?:\/\//i, "")}
    </a>
  );
}

/** The system's sheet where there is one, else the address is copied. */
function Share({ news }: { news: News }) {
  const share = async () => {
    const url = new URL(newsUrl(news), location.origin).href;
    try {
      if (navigator.share) await navigator.share({ title: news.title, url });
      else {
        await navigator.clipboard.writeText(url);
        tellSuccess("Ссылка на новость скопирована", { life: 3000 });
      }
    } catch (error) {
      // The reader closed the sheet.
      if (error instanceof DOMException && error.name === "AbortError") return;
      tellError("Не удалось скопировать ссылку");
    }
  };
  return (
    <Button variant="quiet" leftSection={<Icon name="share" />} onClick={() => void share()}>
      Поделиться
    </Button>
  );
}

const OTHERS = 3;

/** The latest news of the same kind. Nothing while there are none. */
function Others({ news }: { news: News }) {
  const { data } = useQuery(newsOptions(news.newsType, 1));
  const others = (data?.items ?? []).filter(({ id }) => id !== news.id).slice(0, OTHERS);
  if (others.length === 0) return null;
  return (
    <Section title="Ещё новости" more={{ label: "Все новости", to: "/news" }}>
      <ul className={wall.wall}>
        {others.map((other) => (
          <li key={other.id}>
            <NewsCard news={other} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
