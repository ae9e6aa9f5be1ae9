import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import type { NewsShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { dayMonth, isoInstant, typeset } from "@/lib/format";
import { newsTypeLabel } from "@/lib/news";
import { newsUrl } from "@/lib/urls";
import { Icon } from "../Icon/Icon";
import { SquarePicture } from "../Picture/SquarePicture";
import css from "./NewsCard.module.css";

/** An article in a list: the whole card is a link. */
export function NewsCard({ news, headingLevel = 3 }: { news: NewsShort; headingLevel?: 2 | 3 }) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article className={css.card}>
      <Shot news={news} side={420} />
      <Meta news={news} />
      <Heading className={css.title}>
        <Link className={css.link} to={newsUrl(news)}>
          {typeset(news.title)}
        </Link>
      </Heading>
      {news.summary && <p className="small muted">{news.summary}</p>}
    </article>
  );
}

/** The latest article, larger, above the others. */
export function NewsLead({ news }: { news: NewsShort }) {
  return (
    <article className={css.lead}>
      <Shot news={news} side={640} eager />
      <div>
        <Meta news={news} />
        <h2>
          <Link className={css.link} to={newsUrl(news)}>
            {typeset(news.title)}
          </Link>
        </h2>
        {news.summary && <p className={css.summary}>{news.summary}</p>}
      </div>
    </article>
  );
}

function Shot({ news, side, eager = false }: { news: NewsShort; side: number; eager?: boolean }) {
  return (
    <div className={css.shot}>
      <SquarePicture
        owner="news"
        id={news.image.previewId}
        side={side}
        eager={eager}
        fallback={<Icon name="news" size="l" />}
      />
    </div>
  );
}

/** The kind, the day and the house. */
export function Meta({ news, children }: { news: NewsShort; children?: React.ReactNode }) {
  return (
    <p className={css.meta}>
      <Badge variant="line">{newsTypeLabel[news.newsType]}</Badge>
      {news.published ? (
        <time dateTime={isoInstant(news.published)}>{dayMonth(news.published, serverNow())}</time>
      ) : (
        <span>Черновик</span>
      )}
      {children ?? (news.houseNameRu && <span>{news.houseNameRu}</span>)}
    </p>
  );
}
