import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Chips, RemovableChip, ToggleChip } from "@/components/Chip/Chip";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { CatalogShort, JournalRecord } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { moscow, moscowSeconds } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { download, XLSX } from "@/staff/table/csv";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { findSalesOptions } from "../api/find";
import {
  exportJournal,
  JOURNAL_SORTS,
  type JournalFilter,
  journalEventsOptions,
  journalOptions,
} from "../api/journal";
import { useJournalNames } from "../api/names";
import { diff } from "../model/diff";
import type { Names } from "../model/names";
import { eventTitle } from "../model/roomEvents";
import { manyLotsOf, type Subject, saleLabel, subjectsOf } from "../model/subject";
import css from "./admin.module.css";
import { PersonSelect } from "./PersonSelect";

const FILTERS = ["from", "to", "event", "account", "catalog"] as const;
const PAUSE_MS = 300;
/** Events from this number on happen in rooms. */
const ROOM_EVENTS = 900;
const RECORDS = ["запись", "записи", "записей"] as const;

/** Unique among people's records and those of all rooms. */
const keyOf = ({ catalogId, id }: JournalRecord) => `${catalogId ?? "p"}-${id}`;
/** Whom rooms' own deeds and those at the server's shell are put down to. */
const nobody = ({ catalogId }: JournalRecord) => (catalogId === null ? "Сервер" : "Система");
const whoOf = (record: JournalRecord) =>
  record.accountName ?? (record.accountId === null ? nobody(record) : `№ ${record.accountId}`);
const aboutOf = (record: JournalRecord, names: Names) =>
  subjectsOf(record, names)
    .map(({ label }) => label)
    .join(" · ");

/** Beside an open record the time and the name take two lines, so that the event keeps its room. */
const columns = (isNarrow: boolean, names: Names): readonly StaffColumn<JournalRecord>[] => [
  {
    id: "at",
    title: "Время (МСК)",
    sortable: "desc",
    width: isNarrow ? 116 : 184,
    render: ({ at }) => (
      <span className="num">
        {moscow(at).slice(0, 10)} {moscowSeconds(at)}
      </span>
    ),
    value: ({ at }) => at,
  },
  { id: "who", title: "Кто", width: isNarrow ? 128 : 190, render: whoOf, value: whoOf },
  {
    id: "event",
    title: "Событие",
    render: (record) => (
      <div className={css.name}>
        <b>{eventTitle(record)}</b>
        <small>{aboutOf(record, names)}</small>
      </div>
    ),
    value: eventTitle,
  },
];

/** The days that the server chooses where the first one is not chosen. */
function daysOf({ from, to }: JournalFilter): string {
  if (from) return "";
  return to ? " за 7 дней по выбранный день" : " за последние 7 дней";
}

/** Who changed what and when, with both sides of each change. Nothing here can be edited. */
export default function AdminJournal() {
  const state = useTableState(FILTERS, JOURNAL_SORTS, "-at");
  const { params, change } = useAddress();
  const withSystem = params.has("system");
  const showSystem = {
    label: "Показать и действия системы",
    onClick: () => change({ system: 1 }),
  };
  const filter: JournalFilter = {
    from: state.filter("from") || null,
    to: state.filter("to") || null,
    eventId: Number(state.filter("event")) || null,
    accountId: Number(state.filter("account")) || null,
    catalogId: Number(state.filter("catalog")) || null,
    exceptSystem: !withSystem,
    sort: state.sort,
    page: state.page,
  };
  /** Whether the filters may leave out deeds of the system: only rooms have them, and none is a person's. */
  const mayMissSystem =
    !withSystem && filter.accountId === null && (filter.eventId === null || filter.eventId >= ROOM_EVENTS);
  const list = useQuery(journalOptions(filter));
  const events = useQuery(journalEventsOptions());
  const [sale, setSale] = useState<Sale | null>(null);
  const open = list.data?.items.find((record) => keyOf(record) === params.get("record")) ?? null;
  const ofFilter = list.data?.items.find(({ catalogId }) => catalogId === filter.catalogId);
  const names = useJournalNames(list.data?.items ?? [], open);
  const show = (key: string | null) => change({ record: key, page: state.page > 1 ? state.page : null });
  const today = moscow(serverNow()).slice(0, 10).split(".").reverse().join("-");

  return (
    <StaffPage
      title="Журнал"
      note={`Кто, что и когда изменил${daysOf(filter)}. Записи не правятся и не удаляются`}
    >
      <ListWithPanel
        roomy
        onClose={() => show(null)}
        panel={open && { title: eventTitle(open), content: <Record record={open} names={names} /> }}
        list={
          <StaffTable
            name="journal"
            label="Журнал"
            noun={RECORDS}
            rowId={keyOf}
            rowLabel={eventTitle}
            columns={columns(open !== null, names)}
            query={list}
            state={state}
            onExport={async () => download(`journal-${today}.xlsx`, await exportJournal(filter), XLSX)}
            filters={
              <>
                <TextInput
                  type="date"
                  className={css.day}
                  label="С"
                  aria-label="С какого дня"
                  max={state.filter("to") || today}
                  value={state.filter("from")}
                  onChange={(event) => state.setFilter("from", event.currentTarget.value)}
                />
                <TextInput
                  type="date"
                  className={css.day}
                  label="По"
                  aria-label="По какой день"
                  min={state.filter("from") || undefined}
                  max={today}
                  value={state.filter("to")}
                  onChange={(event) => state.setFilter("to", event.currentTarget.value)}
                />
                <Select
                  className={css.choice}
                  aria-label="Событие"
                  placeholder="Все события"
                  searchable
                  clearable
                  nothingFoundMessage="Такого события нет"
                  data={(events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={state.filter("event") || null}
                  onChange={(value) => state.setFilter("event", value)}
                />
                {!filter.accountId && (
                  <PersonSelect
                    className={css.choice}
                    aria-label="Кто"
                    placeholder="Все люди"
                    value={null}
                    onChange={(value) => state.setFilter("account", value)}
                  />
                )}
                {!filter.catalogId && (
                  <SaleSelect
                    onChoose={(chosen) => {
                      setSale(chosen);
                      state.setFilter("catalog", String(chosen.id));
                    }}
                  />
                )}
                <ToggleChip on={!withSystem} onClick={() => change({ system: withSystem ? null : 1 })}>
                  Кроме системы
                </ToggleChip>
                {(filter.accountId || filter.catalogId) && (
                  <Chips label="Фильтры">
                    {filter.accountId && (
                      <RemovableChip
                        label={nameOf(list.data?.items, filter.accountId)}
                        onRemove={() => state.setFilter("account", null)}
                      />
                    )}
                    {filter.catalogId && (
                      <RemovableChip
                        label={saleLabel(
                          filter.catalogId,
                          (sale?.id === filter.catalogId ? sale.title : ofFilter?.catalogTitle) ?? null,
                          ofFilter?.isRehearsal,
                        )}
                        onRemove={() => state.setFilter("catalog", null)}
                      />
                    )}
                  </Chips>
                )}
              </>
            }
            card={(record) => (
              <button type="button" className={css.card} onClick={() => show(keyOf(record))}>
                <b>{eventTitle(record)}</b>
                <small className="num">
                  {moscow(record.at)}, {whoOf(record)}
                </small>
                <small>{aboutOf(record, names)}</small>
              </button>
            )}
            onOpen={(record) => show(keyOf(record))}
            openId={params.get("record")}
            empty={
              <EmptyState
                title="За последние 7 дней записей нет"
                action={withSystem ? undefined : showSystem}
              >
                Выберите дни, чтобы увидеть прежние.
              </EmptyState>
            }
            nothingFound={
              mayMissSystem ? (
                <EmptyState
                  title="Ничего не найдено"
                  action={{ label: "Сбросить фильтры", onClick: state.reset }}
                  other={showSystem}
                >
                  Измените фильтры: сейчас видны только действия людей.
                </EmptyState>
              ) : undefined
            }
          />
        }
      />
    </StaffPage>
  );
}

type Sale = Pick<CatalogShort, "id" | "title">;

/** Finds a sale of any house by its title. */
function SaleSelect({ onChoose }: { onChoose: (sale: Sale) => void }) {
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const sales = useQuery(findSalesOptions(text));
  return (
    <Select
      className={css.choice}
      aria-label="Торги"
      placeholder="Все торги"
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={text === "" ? "Введите название" : sales.isFetching ? "Ищем…" : "Таких торгов нет"}
      data={(text === "" ? [] : (sales.data ?? [])).map(({ id, title }) => ({
        value: String(id),
        label: `${title}, № ${id}`,
      }))}
      value={null}
      onChange={(value) => {
        const chosen = sales.data?.find(({ id }) => String(id) === value);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

function nameOf(records: readonly JournalRecord[] | undefined, accountId: number): string {
  return (
    records?.find((record) => record.accountId === accountId)?.accountName ?? `Пользователь № ${accountId}`
  );
}

function Subjects({ of: subjects }: { of: readonly Subject[] }) {
  return (
    <ul className={css.subjects}>
      {subjects.map(({ label, to }) => (
        <li key={to}>
          <Link className="link small" to={to ?? ""}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** One record: who, from where, and both sides of the change. */
function Record({ record, names }: { record: JournalRecord; names: Names }) {
  const rows = diff(record, names);
  const subjects = subjectsOf(record, names).filter(({ to }) => to !== undefined);
  const lots = manyLotsOf(record);
  return (
    <>
      <p className="caption num">
        {moscow(record.at).slice(0, 10)}, {moscowSeconds(record.at)} (МСК), {whoOf(record)}
        {record.address && `, ${record.address}`}
      </p>
      {subjects.length > 0 && <Subjects of={subjects} />}
      {lots.length > 0 && (
        <details className={css.lots}>
          <summary className="small">Все лоты: {lots.length}</summary>
          <Subjects of={lots} />
        </details>
      )}
      {rows.length === 0 ? (
        <p className="caption">Подробностей у записи нет.</p>
      ) : (
        <table className={css.diff}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              {record.before !== null && <th scope="col">Было</th>}
              {record.after !== null && <th scope="col">Стало</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, label, before, after, isChanged }) => (
              <tr key={path} data-changed={isChanged || undefined}>
                <th scope="row">{label}</th>
                {record.before !== null && <td data-side="before">{before ?? ""}</td>}
                {record.after !== null && (
                  <td data-side="after">{isChanged ? (after ?? "") : "не менялось"}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.acts}>
        {record.accountId !== null && (
          <>
            <Button size="xs" component={Link} to={`/admin/journal?account=${record.accountId}`}>
              Всё, что делал этот человек
            </Button>
            <Button size="xs" component={Link} to={`/admin/users?id=${record.accountId}`}>
              Пользователь
            </Button>
          </>
        )}
        {record.catalogId !== null && (
          <Button size="xs" component={Link} to={`/admin/journal?catalog=${record.catalogId}&system=1`}>
            Все события торгов
          </Button>
        )}
      </div>
    </>
  );
}
