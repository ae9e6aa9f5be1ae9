import { Select, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { DataTable } from "mantine-datatable";
import { Button } from "@/components/Button/Button";
import { Wait } from "@/components/Loaded/Loaded";
import "mantine-datatable/styles.layer.css";
import { type KeyboardEvent, useState } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Pager } from "@/components/Pager/Pager";
import type { Page } from "@/lib/api/types";
import { count } from "@/lib/format";
import { BulkBar } from "./BulkBar";
import { Cards } from "./Cards";
import { ColumnsMenu } from "./ColumnsMenu";
import type { Cell } from "./csv";
import { type ExportColumn, saveTable } from "./ExportButton";
import { ListTools } from "./ListTools";
import { type SortableColumn, SortHeader } from "./SortHeader";
import { saveSwitchedColumns, switchedColumns } from "./switchedColumns";
import css from "./table.module.css";
import { useSelection } from "./useSelection";
import type { TableState } from "./useTableState";

/** Its id is the server's name of the order by it, and its name in the kept choice of columns. */
export interface StaffColumn<T> extends SortableColumn {
  render: (row: T) => React.ReactNode;
  /** Its cell in the exported table. Columns without it are not exported. */
  value?: (row: T) => Cell;
  /** Numbers are aligned to the right. */
  numeric?: boolean;
  width?: number;
  /** Its heading is for screen readers only: its cells say what they are. It cannot be switched off. */
  bare?: boolean;
  /** Hidden until the person switches it on. */
  optional?: boolean;
}

/** How the whole list is saved, not only the page that is shown. */
type Export<T> =
  | {
      /** All rows the filters leave, for a table of the shown columns. */
      all: () => Promise<readonly T[]>;
      onExport?: undefined;
    }
  | {
      /** Saves the list in another way. */
      onExport: () => Promise<unknown>;
      all?: undefined;
    };

type StaffTableProps<T> = Export<T> & {
  /** The key of the kept views and columns, and the exported file's name. */
  name: string;
  /** Parameters of the page around the list; see `ViewsMenu`. */
  keeps?: readonly string[];
  /** What the table is called, for screen readers. */
  label: string;
  noun: readonly [string, string, string];
  rowId: (row: T) => number | string;
  /** What a row is called, for its checkbox. */
  rowLabel: (row: T) => string;
  columns: readonly StaffColumn<T>[];
  query: {
    data: Page<T> | undefined;
    error: unknown;
    isFetching: boolean;
    /** Whether `data` is another page's, until this one's comes. */
    isPlaceholderData?: boolean;
    refetch: () => unknown;
  };
  state: TableState;
  /** The order that the list has unless sorted: its name in the address, or its words where no column has it. */
  ownOrder?: string;
  /** The search field's placeholder; without it there is no search. */
  search?: string;
  /** Filters beside the search: fields of `size="xs"`. */
  filters?: React.ReactNode;
  /** A row as a card, on a phone. Without it the table scrolls sideways. */
  card?: (row: T) => React.ReactNode;
  /** Enter on a row, or a press on it. */
  onOpen?: (row: T) => void;
  /** The row that is open beside the list (`ListWithPanel`). */
  openId?: number | string | null;
  /** Buttons for the selected rows. Without it rows cannot be selected. */
  bulk?: (selected: T[], clear: () => void) => React.ReactNode;
  /** Whether rows of several searches may be selected together, such as two spellings of one name. */
  selectsAcrossSearches?: boolean;
  /** What to show where there is nothing yet. */
  empty: React.ReactNode;
  /** What to show where the search and the filters leave nothing, instead of an offer to drop them. */
  nothingFound?: React.ReactNode;
};

function headingOf<T>(column: StaffColumn<T>, state: TableState, ownOrder?: string): React.ReactNode {
  if (column.bare) return <VisuallyHidden>{column.title}</VisuallyHidden>;
  return column.sortable ? <SortHeader column={column} state={state} ownOrder={ownOrder} /> : column.title;
}

/** What the two orders by a column are called. Columns of dates say so in their heading, or begin with the latest. */
function directions<T>({ title, sortable, numeric }: StaffColumn<T>): readonly [string, string] {
  if (numeric) return ["по возрастанию", "по убыванию"];
  if (sortable === "desc" || title.endsWith("(МСК)")) return ["сначала ранние", "сначала поздние"];
  return ["А–Я", "Я–А"];
}

/**
 * A list of the server's, page by page: search, filters, sorting and page in the address (`useTableState`), views and
 * columns a person may keep, selection with actions for many, an export, and the keyboard: ↑ ↓ move between rows, Space
 * selects, Enter opens. On a phone rows are cards, which «Выбрать» lets select.
 */
export function StaffTable<T>(props: StaffTableProps<T>) {
  const { name, label, noun, rowId, rowLabel, columns, query, state, card, onOpen, bulk, empty } = props;
  const rows = query.data?.items;
  const { selected, elsewhere, select } = useSelection({
    rows,
    isStale: query.isPlaceholderData ?? false,
    rowId,
    acrossSearches: props.selectsAcrossSearches ?? false,
  });
  // On a phone a press on a card opens it, so that selecting is a mode of its own.
  const [selecting, setSelecting] = useState(false);
  const [switched, setSwitched] = useState(() => switchedColumns(name));
  const cards = useMediaQuery("(max-width: 45em)", false) ? card : undefined;
  const isShown = (column: StaffColumn<T>) => switched.includes(column.id) === (column.optional ?? false);
  const shown = columns.filter(isShown);
  const orders = columns
    .filter(({ sortable }) => sortable)
    .flatMap((column) => {
      const title = column.title.replace(/ \(МСК\)$/, "");
      const [up, down] = directions(column);
      return [
        { value: column.id, label: `${title}, ${up}` },
        { value: `-${column.id}`, label: `${title}, ${down}` },
      ];
    });
  const isOfColumn = (order: string | undefined): order is string =>
    orders.some(({ value }) => value === order);
  const clear = () => {
    select([]);
    setSelecting(false);
  };

  const has = (row: T) => selected.some((other) => rowId(other) === rowId(row));
  const without = (dropped: readonly T[]) =>
    selected.filter((row) => !dropped.some((other) => rowId(other) === rowId(row)));
  const toggle = (row: T) => select(has(row) ? without([row]) : [...selected, row]);

  const save = async () => {
    if (props.onExport) {
      await props.onExport();
      return;
    }
    const kept = shown.filter((column): column is StaffColumn<T> & ExportColumn<T> => Boolean(column.value));
    saveTable(name, kept, await props.all());
  };

  return (
    <>
      <ListTools
        name={name}
        keeps={props.keeps}
        state={state}
        search={props.search}
        isEmpty={!rows || rows.length === 0}
        onExport={save}
        filters={
          <>
            {props.filters}
            {/* Cards have no headings to press. */}
            {cards && orders.length > 0 && (
              <Select
                className={css.order}
                aria-label="Порядок"
                placeholder={props.ownOrder ?? "Порядок"}
                // A second press on an order restores the list's own.
                allowDeselect
                data={orders}
                value={state.sort ?? (isOfColumn(props.ownOrder) ? props.ownOrder : null)}
                onChange={state.setSort}
              />
            )}
          </>
        }
      >
        {cards ? (
          bulk && (
            <Button
              size="xs"
              aria-pressed={selecting}
              disabled={!rows || rows.length === 0}
              onClick={() => (selecting ? clear() : setSelecting(true))}
            >
              {selecting ? "Отмена" : "Выбрать"}
            </Button>
          )
        ) : (
          <ColumnsMenu
            columns={columns
              .filter(({ bare }) => !bare)
              .map((column) => ({ ...column, shown: isShown(column) }))}
            onSwitch={(id) => {
              const next = switched.includes(id)
                ? switched.filter((other) => other !== id)
                : [...switched, id];
              setSwitched(next);
              saveSwitchedColumns(name, next);
            }}
          />
        )}
      </ListTools>
      {!rows ? (
        <Wait query={query} h={440} />
      ) : rows.length === 0 ? (
        state.restricted ? (
          (props.nothingFound ?? (
            <EmptyState
              title="Ничего не найдено"
              action={{ label: "Сбросить фильтры", onClick: state.reset }}
            >
              Измените поиск или фильтры.
            </EmptyState>
          ))
        ) : (
          empty
        )
      ) : cards ? (
        <Cards
          label={label}
          rows={rows}
          rowId={rowId}
          rowLabel={rowLabel}
          card={cards}
          selection={
            selecting
              ? {
                  has,
                  onToggle: toggle,
                  onAll: (all) => select(all ? [...without(rows), ...rows] : without(rows)),
                }
              : undefined
          }
        />
      ) : (
        <DataTable<T>
          aria-label={label}
          className={css.table}
          // Its default, all the height there is, would push the foot off the page.
          height="auto"
          withTableBorder={false}
          highlightOnHover
          verticalSpacing={0}
          records={[...rows]}
          idAccessor={(row) => rowId(row)}
          columns={shown.map((column) => ({
            accessor: column.id,
            title: headingOf(column, state, props.ownOrder),
            render: column.render,
            textAlign: column.numeric ? ("right" as const) : ("left" as const),
            width: column.width,
          }))}
          {...(bulk
            ? {
                selectedRecords: selected,
                onSelectedRecordsChange: select,
                allRecordsSelectionCheckboxProps: { "aria-label": "Выбрать все на странице" },
                getRecordSelectionCheckboxProps: (row: T) => ({ "aria-label": `Выбрать: ${rowLabel(row)}` }),
              }
            : {})}
          onRowClick={
            onOpen &&
            (({ record, event }) => {
              const inside =
                event.target instanceof Element && event.target.closest("a, button, input, label");
              if (!inside) onOpen(record);
            })
          }
          customRowAttributes={(row, index) => ({
            tabIndex: index === 0 ? 0 : -1,
            "aria-current": rowId(row) === props.openId || undefined,
            "data-fetching": query.isFetching || undefined,
            onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
              if (event.target !== event.currentTarget) return;
              const sibling = {
                ArrowDown: event.currentTarget.nextElementSibling,
                ArrowUp: event.currentTarget.previousElementSibling,
              }[event.key];
              if (sibling instanceof HTMLElement) sibling.focus();
              else if (event.key === " " && bulk) toggle(row);
              else if (event.key === "Enter" && onOpen) onOpen(row);
              else return;
              event.preventDefault();
            },
          })}
          noRecordsText=""
        />
      )}
      {query.data && query.data.totalCount > 0 && (
        <div className={css.foot}>
          <span className="caption num">{count(query.data.totalCount, noun)}</span>
          <Pager page={query.data.currentPage} pages={query.data.totalPages} />
        </div>
      )}
      {bulk && (
        <BulkBar selected={selected.length} elsewhere={elsewhere} noun={noun} onClear={clear}>
          {bulk(selected, clear)}
        </BulkBar>
      )}
    </>
  );
}
