import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";
import { Badge, type BadgeVariant } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import type { NewsShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, dayMonthTime } from "@/lib/format";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { actLater } from "@/staff/actions/undo";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { localPage, localSorts } from "@/staff/table/localPage";
import rows from "@/staff/table/rows.module.css";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { deleteArticle, newsroomKey, newsroomOptions } from "../api/news";
import { NEWS_KINDS } from "../model/newsForm";
import { useNewsroom } from "../model/newsroom";
import css from "./newsroom.module.css";

const NEWS = ["новость", "новости", "новостей"] as const;
const FILTERS = ["state", "kind"] as const;

type State = "draft" | "ahead" | "published";

const STATES: Record<State, { label: string; variant?: BadgeVariant }> = {
  draft: { label: "Черновик" },
  ahead: { label: "По расписанию", variant: "warn" },
  published: { label: "Опубликована", variant: "won" },
};

function stateOf({ published }: NewsShort): State {
  if (!published) return "draft";
  return Date.parse(published) > serverNow() ? "ahead" : "published";
}

const kindOf = ({ newsType }: NewsShort) =>
  NEWS_KINDS.find(({ value }) => value === String(newsType))?.label ?? null;

const StateBadge = ({ item }: { item: NewsShort }) => {
  const { label, variant } = STATES[stateOf(item)];
  return <Badge variant={variant}>{label}</Badge>;
};

/** Of the newsroom whose list is at `path`. */
const columnsAt = (path: string): readonly StaffColumn<NewsShort>[] => [
  {
    id: "title",
    title: "Новость",
    sortable: "asc",
    render: (item) => <Headline item={item} path={path} />,
    value: ({ title }) => title,
  },
  {
    id: "kind",
    title: "Раздел",
    sortable: "asc",
    width: 150,
    render: kindOf,
    value: kindOf,
  },
  {
    id: "state",
    title: "Состояние",
    width: 150,
    render: (item) => <StateBadge item={item} />,
    value: (item) => STATES[stateOf(item)].label,
  },
  {
    id: "published",
    title: "Выходит",
    sortable: "desc",
    width: 190,
    render: ({ published }) => (published ? dayMonthTime(published) : "Не назначено"),
    value: ({ published }) => published,
  },
  {
    id: "author",
    title: "Автор",
    sortable: "asc",
    width: 170,
    optional: true,
    render: ({ author }) => author,
    value: ({ author }) => author,
  },
  {
    id: "created",
    title: "Написана",
    sortable: "desc",
    width: 190,
    optional: true,
    render: ({ created }) => dayMonthTime(created),
    value: ({ created }) => created,
  },
];
const SORTS = localSorts(columnsAt(""));

/** News of a house or of the platform: drafts, scheduled and published ones. */
export default function NewsroomPage() {
  const { houseId, path } = useNewsroom();
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(newsroomOptions(houseId));
  const state = useTableState(FILTERS, SORTS);
  const pending = usePendingActions();
  const [wanted, kind] = [state.filter("state"), state.filter("kind")];
  const shown = useMemo(() => columnsAt(path), [path]);
  const found = localPage(
    query.data?.filter(
      (item) =>
        !pending.has(keyOf(item)) &&
        (wanted === "" || stateOf(item) === wanted) &&
        (kind === "" || String(item.newsType) === kind),
    ),
    state,
    shown,
    ({ title, author, summary }) => [title, author, summary].join(" "),
  );
  const add = `${path}/new`;
  const remove = (items: readonly NewsShort[]) =>
    actLater({
      keys: items.map(keyOf),
      done: items.length === 1 ? "Новость удалена" : `Удалены: ${count(items.length, NEWS)}`,
      commit: ({ keepalive }) =>
        Promise.all(items.map(({ id }) => deleteArticle(id, keepalive))).finally(() =>
          client.invalidateQueries({ queryKey: newsroomKey(houseId) }),
        ),
    });
  const drop = (item: NewsShort) => (
    <IconButton icon="x" label={`Удалить: ${item.title}`} onClick={() => remove([item])} />
  );
  return (
    <StaffPage
      title="Новости"
      actions={
        <Button size="xs" component={Link} to={add} leftSection={<Icon name="plus" size="s" />}>
          Написать новость
        </Button>
      }
    >
      <StaffTable
        name="news"
        label="Новости"
        noun={NEWS}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        columns={[...shown, { id: "acts", title: "Действия", bare: true, width: 64, render: drop }]}
        query={{ ...query, data: found.page }}
        state={state}
        ownOrder="Сначала черновики"
        search="Заголовок или автор"
        filters={
          <>
            <Select
              aria-label="Состояние"
              w={190}
              placeholder="Все состояния"
              clearable
              data={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
              value={wanted || null}
              onChange={(value) => state.setFilter("state", value)}
            />
            <Select
              aria-label="Раздел"
              w={170}
              placeholder="Все разделы"
              clearable
              data={[...NEWS_KINDS]}
              value={kind || null}
              onChange={(value) => state.setFilter("kind", value)}
            />
          </>
        }
        all={async () => found.all}
        card={(item) => (
          <div className={rows.card}>
            <Headline item={item} path={path} />
            <p className={css.state}>
              <StateBadge item={item} />
              <small>
                {[kindOf(item), item.published && dayMonthTime(item.published)].filter(Boolean).join(", ")}
              </small>
            </p>
          </div>
        )}
        onOpen={({ id }) => void navigate(`${path}/${id}`)}
        bulk={(selected, clear) => (
          <Button
            variant="quiet"
            onClick={() => {
              remove(selected);
              clear();
            }}
          >
            Удалить
          </Button>
        )}
        empty={
          <EmptyState title="Новостей пока нет" action={{ label: "Написать новость", to: add }}>
            {houseId === null
              ? "Новости площадки видны в общей ленте."
              : "Новости дома видны на его странице и в общей ленте."}
          </EmptyState>
        }
      />
    </StaffPage>
  );
}

const keyOf = ({ id }: NewsShort) => `news:${id}`;

function Headline({ item, path }: { item: NewsShort; path: string }) {
  return (
    <div className={css.headline}>
      <span className={css.thumb}>
        {item.image.previewId ? (
          <img src={`/api/news/image/${item.image.previewId}?size=icon`} alt="" loading="lazy" />
        ) : (
          <Icon name="news" />
        )}
      </span>
      <Link className="link" to={`${path}/${item.id}`}>
        {item.title}
      </Link>
    </div>
  );
}
