import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Facts } from "@/components/Facts/Facts";
import type { PriceQuery, PriceQuerySort } from "@/lib/api/types";
import { count, dayMonthTime, phone } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { useChosenInView } from "@/lib/useChosenInView";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { sendEach } from "@/staff/actions/sendEach";
import { actLater } from "@/staff/actions/undo";
import { exportHouseList } from "@/staff/api/houseExport";
import { houseQueriesKey, houseQueriesOptions, houseQueryCountsOptions } from "@/staff/api/priceQueries";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { Counted } from "@/staff/table/Counted";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import rows from "@/staff/table/rows.module.css";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import segments from "@/staff/table/segments.module.css";
import { useTableState } from "@/staff/table/useTableState";
import { PriceQueryStatus } from "@/trade/enums";
import { answerQuery } from "../api/queries";
import { QUERIES } from "../model/words";
import css from "./HouseQueriesPage.module.css";
import { QueryPanel } from "./QueryPanel";
import { ANSWERED, QueryState } from "./QueryState";
import { RefuseAll } from "./RefuseAll";

const FILTERS = [
  { value: "created", label: "Ожидают ответа", status: PriceQueryStatus.Created },
  { value: "processed", label: ANSWERED, status: PriceQueryStatus.Processed },
  { value: "rejected", label: "Отказано", status: PriceQueryStatus.Rejected },
  { value: "all", label: "Все", status: undefined },
] as const;

const NO_FILTERS: readonly never[] = [];

const keyOf = ({ id }: PriceQuery) => `query:${id}`;
const waits = ({ status }: PriceQuery) => status === PriceQueryStatus.Created;

const COLUMNS: readonly StaffColumn<PriceQuery>[] = [
  {
    id: "name",
    title: "Кто спрашивает",
    sortable: "asc",
    width: 210,
    render: ({ displayName, number, email }) => (
      <div className={rows.name}>
        <b>{displayName}</b>
        <small>
          <Facts facts={[number && phone(number), email]} />
        </small>
      </div>
    ),
  },
  {
    id: "lot",
    title: "Лот и запрос",
    sortable: "asc",
    render: ({ lotTitleRu, message }) => (
      <div className={rows.name}>
        <b>{lotTitleRu}</b>
        <p className={`caption ${css.brief}`}>{message}</p>
      </div>
    ),
  },
  {
    id: "answer",
    title: "Ответ",
    optional: true,
    render: ({ answer }) => <span className={css.brief}>{answer}</span>,
  },
  {
    id: "created",
    title: "Отправлен",
    sortable: "desc",
    width: 190,
    render: ({ created }) => dayMonthTime(created),
  },
  {
    id: "answered",
    title: "Отвечен",
    width: 190,
    optional: true,
    render: ({ answered }) => answered && dayMonthTime(answered),
  },
  {
    id: "status",
    title: "Состояние",
    sortable: "asc",
    width: 156,
    render: ({ status }) => <QueryState status={status} />,
  },
];

/** What there is room for beside an open request. */
const BESIDE_PANEL = COLUMNS.filter(({ id }) => id === "name" || id === "lot");

const SORTS = [
  "name",
  "-name",
  "lot",
  "-lot",
  "created",
  "-created",
  "status",
  "-status",
] as const satisfies readonly PriceQuerySort[];

/** Requests for the prices of a house's lots: answered with a text, or refused. */
export default function HouseQueriesPage() {
  const houseId = Number(useParams().houseId);
  const client = useQueryClient();
  const { params, change } = useAddress();
  const state = useTableState(NO_FILTERS, SORTS);
  const filter = FILTERS.find(({ value }) => value === params.get("status")) ?? FILTERS[0];
  const list = useQuery({
    ...houseQueriesOptions({
      houseId,
      status: filter.status,
      search: state.search,
      sort: state.sort,
      pageNumber: state.page,
    }),
    placeholderData: keepPreviousData,
  });
  const { data: counts } = useQuery({
    ...houseQueryCountsOptions(houseId, state.search),
    placeholderData: keepPreviousData,
  });
  // The counts come later and widen the row.
  const filters = useChosenInView(`${filter.value} ${counts !== undefined}`);
  // Begun answers, which stay while other requests are read.
  const [answers, setAnswers] = useState<Readonly<Record<number, string>>>({});
  const pending = usePendingActions();
  const data = list.data && {
    ...list.data,
    items: list.data.items.filter((query) => !pending.has(keyOf(query))),
  };
  const wanted = Number(params.get("query")) || null;
  const open = data?.items.find(({ id }) => id === wanted);
  const show = (query: PriceQuery | undefined) =>
    change({ query: query?.id ?? null, page: params.get("page") }, { replace: true });
  /** After an answer the next request opens, until none waits. */
  const showNext = (after: PriceQuery) => {
    const items = data?.items ?? [];
    const at = items.findIndex(({ id }) => id === after.id);
    show([...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find(waits));
  };
  const reread = () => client.invalidateQueries({ queryKey: houseQueriesKey(houseId) });
  const refuse = (queries: readonly PriceQuery[], answer: string) =>
    actLater({
      keys: queries.map(keyOf),
      done: queries.length === 1 ? "В ответе отказано" : `Отказано: ${count(queries.length, QUERIES)}`,
      commit: ({ keepalive }) =>
        sendEach(queries, ({ id }) => answerQuery(id, PriceQueryStatus.Rejected, answer.trim(), keepalive), {
          undone: "Отказ не отправлен",
          noun: QUERIES,
          nameOf: ({ displayName, lotTitleRu }) => `${displayName}, ${lotTitleRu}`,
        }).finally(reread),
    });
  return (
    <StaffPage title="Запросы цены" note="Ответ приходит человеку на сайт и на почту">
      <ListWithPanel
        onClose={() => show(undefined)}
        panel={
          open
            ? {
                title: "Запрос цены",
                content: (
                  <QueryPanel
                    key={open.id}
                    query={open}
                    answer={answers[open.id] ?? ""}
                    onAnswer={(answer) => setAnswers((all) => ({ ...all, [open.id]: answer }))}
                    onAnswered={async () => {
                      showNext(open);
                      await reread();
                    }}
                    onRefuse={() => {
                      showNext(open);
                      refuse([open], answers[open.id] ?? "");
                    }}
                  />
                ),
              }
            : null
        }
        list={
          <StaffTable
            name="queries"
            label="Запросы цены"
            noun={QUERIES}
            rowId={({ id }) => id}
            rowLabel={({ displayName, lotTitleRu }) => `${displayName}, ${lotTitleRu}`}
            columns={
              open
                ? BESIDE_PANEL
                : [
                    ...COLUMNS,
                    {
                      id: "acts",
                      title: "Действия",
                      bare: true,
                      width: 120,
                      render: (query) => (
                        <Button
                          size="xs"
                          aria-label={`${waits(query) ? "Ответить" : "Открыть"}: ${query.displayName}, ${query.lotTitleRu}`}
                          onClick={() => show(query)}
                        >
                          {waits(query) ? "Ответить" : "Открыть"}
                        </Button>
                      ),
                    },
                  ]
            }
            query={{ ...list, data }}
            state={state}
            ownOrder="-created"
            search="Лот, имя, слова"
            filters={
              <SegmentedControl
                ref={filters}
                className={segments.segments}
                aria-label="Состояние запросов"
                data={FILTERS.map(({ value, label }) => ({
                  value,
                  label: <Counted label={label} count={value === "all" ? undefined : counts?.[value]} />,
                }))}
                value={filter.value}
                onChange={(status) => change({ status: status === "created" ? null : status, query: null })}
              />
            }
            onExport={() =>
              exportHouseList(houseId, "Запросы цены", {
                list: "priceQueries",
                status: filter.status,
                search: state.search || undefined,
                sort: state.sort,
              })
            }
            card={(query) => (
              <button type="button" className={rows.card} onClick={() => show(query)}>
                <b>{query.lotTitleRu}</b>
                <small>
                  <Facts facts={[query.displayName, dayMonthTime(query.created)]} />
                </small>
                <span className={css.brief}>{query.message}</span>
                <span className={css.state}>
                  <QueryState status={query.status} />
                </span>
              </button>
            )}
            onOpen={show}
            openId={wanted}
            bulk={(selected, clear) => {
              const refusable = selected.filter(waits);
              return refusable.length === 0 ? (
                <span>На эти запросы уже ответили</span>
              ) : (
                <RefuseAll
                  queries={refusable.length}
                  label={
                    refusable.length < selected.length
                      ? `Отказать ожидающим: ${refusable.length}`
                      : "Отказать"
                  }
                  onRefuse={(answer) => {
                    refuse(refusable, answer);
                    clear();
                  }}
                />
              );
            }}
            empty={
              <EmptyState title={filter.value === "created" ? "Все запросы разобраны" : "Таких запросов нет"}>
                Новые запросы появятся здесь сами.
              </EmptyState>
            }
            nothingFound={
              <EmptyState title="Ничего не найдено">
                {filter.value === "all" ? (
                  "Ищется по лоту, имени, телефону и словам запроса."
                ) : (
                  <Button variant="quiet" onClick={() => change({ status: "all" })}>
                    Искать во всех запросах
                  </Button>
                )}
              </EmptyState>
            }
          />
        }
      />
    </StaffPage>
  );
}
