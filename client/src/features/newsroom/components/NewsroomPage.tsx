import { Badge, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Wait } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import type { NewsShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { dayMonthTime } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePendingActs } from "@/staff/acts/pendingActs";
import { actLater } from "@/staff/acts/undo";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { deleteArticle, newsroomKey, newsroomOptions } from "../api/news";
import { NEWS_KINDS } from "../model/newsForm";
import { useNewsroom } from "../model/newsroom";
import css from "./newsroom.module.css";

/** News of a house or of the platform: drafts, scheduled and published ones. */
export default function NewsroomPage() {
  const { houseId, path } = useNewsroom();
  const { params } = useAddress();
  const client = useQueryClient();
  const query = useQuery(newsroomOptions(houseId, pageOfAddress(params)));
  const { data } = query;
  const pending = usePendingActs();
  const news = data?.items.filter(({ id }) => !pending.has(`news:${id}`));
  const to = (id: number | "new") => `${path}/${id}`;
  return (
    <StaffPage
      title="Новости"
      actions={
        <Button size="xs" component={Link} to={to("new")} leftSection={<Icon name="plus" />}>
          Написать новость
        </Button>
      }
    >
      {!news ? (
        <Wait query={query} h={320} />
      ) : news.length === 0 ? (
        <EmptyState title="Новостей пока нет" action={{ label: "Написать новость", to: to("new") }}>
          {houseId === null
            ? "Новости площадки видны в общей ленте."
            : "Новости дома видны на его странице и в общей ленте."}
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {news.map((item) => (
            <li key={item.id} className={css.item}>
              <span className={css.thumb}>
                {item.image.previewId ? (
                  <img src={`/api/news/image/${item.image.previewId}?size=icon`} alt="" loading="lazy" />
                ) : (
                  <Icon name="news" />
                )}
              </span>
              <div>
                <Link className="link" to={to(item.id)}>
                  {item.title}
                </Link>
                <p className="caption">
                  {[NEWS_KINDS.find(({ value }) => value === String(item.newsType))?.label, item.author]
                    .filter(Boolean)
                    .join(", ")}
                </p>
              </div>
              <NewsState item={item} />
              <IconButton
                icon="x"
                label={`Удалить: ${item.title}`}
                onClick={() =>
                  actLater({
                    keys: [`news:${item.id}`],
                    done: "Новость удалена",
                    commit: ({ keepalive }) =>
                      deleteArticle(item.id, keepalive).finally(() =>
                        client.invalidateQueries({ queryKey: newsroomKey(houseId) }),
                      ),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager page={data.currentPage} pages={data.totalPages} />}
    </StaffPage>
  );
}

function NewsState({ item }: { item: NewsShort }) {
  if (!item.published) return <Badge>Черновик</Badge>;
  const isAhead = Date.parse(item.published) > serverNow();
  return (
    <span className={css.state}>
      <Badge variant={isAhead ? "warn" : "won"}>{isAhead ? "По расписанию" : "Опубликована"}</Badge>
      <time className="caption" dateTime={item.published}>
        {dayMonthTime(item.published)}
      </time>
    </span>
  );
}
