// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
import { type RowSelectionState, type SortingState, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import type { GridLot, LotNumber } from "@/lib/api/types";
import { count, currencySign } from "@/lib/format";
import { parseTable, planPaste, tableText } from "../model/clipboard";
import { type CategoryNames, COLUMNS, cellText, parseCell } from "../model/columns";
import { renumbered } from "../model/order";
import { gridColumns, gridFeatures } from "../model/table";
import type { GridEdits } from "../model/useGridEdits";
import type { Visibility } from "../model/view";
import css from "./LotsGrid.module.css";
import { LotsRow } from "./LotsRow";

export const ROW_HEIGHT = 44;
const IMAGES_WIDTH = 52;
const VERDICT_WIDTH = 172;
const LOTS = ["лот", "лота", "лотов"] as const;

interface LotsGridProps {
  /** What is shown, and all lots of the catalog, among which rows move. */
  lots: readonly GridLot[];
  all: readonly GridLot[];
  houseId: number;
  categories: CategoryNames;
  pricesOnRequest: boolean;
  visibility: Visibility;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
  edits: GridEdits;
  /** Saves edits. Of those of many lots, `done` is said, with an offer to undo them. */
  onSave: (changes: Parameters<GridEdits["save"]>[0], done?: string) => void;
  onUndo: () => void;
  /** Gives lots new numbers; absent where the order is fixed. */
  onOrder?: (numbers: LotNumber[]) => void;
  onPasted: (rowsBeyond: number, faults: number) => void;
}

export interface ActiveCell {
  row: number;
  column: number;
}

/** The grid of a house's lots: virtual rows, edited in place, ordered by dragging, worked by keyboard alone. */
export function LotsGrid(props: LotsGridProps) {
  const { lots, all, categories, visibility, selection, onSelection, edits, onSave, onOrder } = props;
  const [sorting, setSorting] = useState<SortingState>([{ id: "catalogLotId", desc: false }]);
  const [active, setActive] = useState<ActiveCell>({ row: 0, column: 1 });
  const [editing, setEditing] = useState<{ initial: string } | null>(null);
  const [dragged, setDragged] = useState<{ ids: ReadonlySet<number>; over: number | null } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const anchor = useRef<number | null>(null);
  const focusing = useRef(false);

  const table = useTable({
    features: gridFeatures,
    columns: gridColumns,
    data: lots,
    getRowId: (lot) => String(lot.id),
    state: { sorting, rowSelection: selection, columnVisibility: visibility },
    onSortingChange: setSorting,
    onRowSelectionChange: (update) => onSelection(typeof update === "function" ? update(selection) : update),
    enableSortingRemoval: false,
  });
  const rows = table.getRowModel().rows;
  const shownLots = useMemo(() => rows.map(({ original }) => original), [rows]);
  const columns = useMemo(() => COLUMNS.filter(({ field }) => visibility[field] !== false), [visibility]);
  const selected = useMemo(() => new Set(Object.keys(selection).map(Number)), [selection]);
  const inOrder = sorting[0]?.id === "catalogLotId" && !sorting[0].desc;
  const orderable = onOrder !== undefined && inOrder && lots.length === all.length;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 1100, height: 560 },
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });

  const row = Math.min(active.row, Math.max(0, rows.length - 1));
  const column = Math.min(active.column, columns.length - 1);
  const lot = shownLots[row];

  const go = useCallback(
    (to: ActiveCell) => {
      const next = {
        row: Math.max(0, Math.min(to.row, rows.length - 1)),
        column: Math.max(0, Math.min(to.column, columns.length - 1)),
      };
      focusing.current = true;
      setEditing(null);
      setActive(next);
      virtual.scrollToIndex(next.row);
    },
    [rows.length, columns.length, virtual],
  );

  // The cell may be rendered only after the scrolling: then it takes the focus.
  useEffect(() => {
    if (!focusing.current || editing) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    if (cell) {
      focusing.current = false;
      cell.focus({ preventScroll: true });
    }
  });

  const commit = (typed: string, then: "down" | "right" | "left" | "stay") => {
    const field = columns[column];
    if (lot && field) {
      const parsed = parseCell(field, typed, categories);
      const was = cellText(lot, field.field);
      if ("error" in parsed) {
        edits.refuse([{ lotId: lot.id, field: field.field, typed, message: parsed.error }]);
      } else if (parsed.text !== was || (field.field === "reserve" && parsed.text !== null)) {
        onSave([{ lotId: lot.id, cells: [{ field: field.field, was, now: parsed.text }] }]);
      } else {
        edits.forget(`${lot.id}:${field.field}`);
      }
    }
    const step = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] }[then];
    go({ row: row + (step[0] ?? 0), column: column + (step[1] ?? 0) });
  };

  const edit = (initial?: string) => {
    const field = columns[column];
    if (!lot || !field || lot.isBiddingOver) return;
    const fault = edits.faults.get(`${lot.id}:${field.field}`);
    const text = cellText(lot, field.field);
    const shown =
      field.kind === "category" ? (categories.get(Number(text)) ?? "") : (fault?.typed ?? text ?? "");
    setEditing({ initial: initial ?? shown });
  };

  const select = (at: number, extend: boolean) => {
    const id = shownLots[at]?.id;
    if (id === undefined) return;
    const next = { ...selection };
    const from = anchor.current;
    if (extend && from !== null) {
      for (const other of shownLots.slice(Math.min(from, at), Math.max(from, at) + 1)) {
        next[String(other.id)] = true;
      }
    } else if (next[String(id)]) delete next[String(id)];
    else next[String(id)] = true;
    anchor.current = at;
    onSelection(next);
  };

  const move = (ids: ReadonlySet<number>, before: number | null) => {
    const numbers = renumbered(all, ids, before);
    if (numbers.length > 0) onOrder?.(numbers);
  };

  const moveByKey = (step: -1 | 1) => {
    if (!lot || !orderable) return;
    const target = step < 0 ? shownLots[row - 1] : shownLots[row + 2];
    if (step < 0 ? row === 0 : row >= rows.length - 1) return;
    move(new Set([lot.id]), target?.id ?? null);
    go({ row: row + step, column });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || rows.length === 0) return;
    const { key, shiftKey, altKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 440) / ROW_HEIGHT) - 2);
    const physical = event.code;
    const act = (): boolean => {
      if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
        moveByKey(key === "ArrowUp" ? -1 : 1);
        return true;
      }
      if (ctrl && physical === "KeyZ") {
        props.onUndo();
        return true;
      }
      if (ctrl && physical === "KeyA") {
        onSelection(Object.fromEntries(shownLots.map(({ id }) => [String(id), true as const])));
        return true;
      }
      if (shiftKey && (key === "ArrowUp" || key === "ArrowDown")) {
        const to = row + (key === "ArrowUp" ? -1 : 1);
        if (anchor.current === null) select(row, false);
        select(Math.max(0, Math.min(to, rows.length - 1)), true);
        go({ row: to, column });
        return true;
      }
      switch (key) {
        case "ArrowUp":
          go({ row: row - 1, column });
          return true;
        case "ArrowDown":
          go({ row: row + 1, column });
          return true;
        case "ArrowLeft":
          go({ row, column: column - 1 });
          return true;
        case "ArrowRight":
          go({ row, column: column + 1 });
          return true;
        case "Home":
          go({ row: ctrl ? 0 : row, column: 0 });
          return true;
        case "End":
          go({ row: ctrl ? rows.length - 1 : row, column: columns.length - 1 });
          return true;
        case "PageUp":
          go({ row: row - page, column });
          return true;
        case "PageDown":
          go({ row: row + page, column });
          return true;
        case "Enter":
        case "F2":
          edit();
          return true;
        case " ":
          select(row, shiftKey);
          return true;
        case "Delete":
        case "Backspace":
          commit("", "stay");
          return true;
        default:
          if (key.length === 1 && !ctrl && !altKey) {
            edit(key);
            return true;
          }
          return false;
      }
    };
    if (act()) event.preventDefault();
  };

  const onCopy = (event: React.ClipboardEvent) => {
    if (editing || !lot) return;
    event.preventDefault();
    const field = columns[column];
    const text =
      selected.size > 0
        ? tableText(
            shownLots.filter(({ id }) => selected.has(id)),
            columns,
            categories,
          )
        : field
          ? tableText([lot], [field], categories)
          : "";
    event.clipboardData.setData("text/plain", text);
  };

  const onPaste = (event: React.ClipboardEvent) => {
    if (editing || !lot) return;
    event.preventDefault();
    const pasted = parseTable(event.clipboardData.getData("text/plain"));
    const plan = planPaste(pasted, shownLots, columns, { row, column }, categories, selected);
    edits.refuse(plan.faults);
    if (plan.changes.length > 0) onSave(plan.changes, `Вставлено: ${count(plan.changes.length, LOTS)}`);
    props.onPasted(plan.rowsBeyond, plan.faults.length);
  };

  const sign = lots[0] ? currencySign(lots[0].price.currency) : "";
  const template = [
    "24px 34px",
    ...columns.flatMap(({ field, width, flexible }) => [
      flexible ? `minmax(${width}px, 1fr)` : `${width}px`,
      ...(field === "catalogLotId" ? ["48px"] : []),
    ]),
    `${IMAGES_WIDTH}px minmax(${VERDICT_WIDTH}px, 0.6fr)`,
  ].join(" ");
  const least = columns.reduce((sum, { width }) => sum + width, 24 + 34 + 48 + IMAGES_WIDTH + VERDICT_WIDTH);
  const allSelected = rows.length > 0 && selected.size >= rows.length;

  return (
    <div
      ref={frame}
      role="grid"
      aria-label="Лоты"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 5}
      aria-multiselectable="true"
      tabIndex={rows.length === 0 ? 0 : -1}
      className={css.frame}
      style={{ "--columns": template, "--least": `${least}px` } as React.CSSProperties}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setDragged((now) => now && { ...now, over: null });
      }}
      data-dragging={dragged !== null || undefined}
    >
      <div role="row" aria-rowindex={1} className={css.head}>
        <span role="columnheader" aria-colindex={1} className={css.hcell}>
          <span className="sr">Порядок</span>
        </span>
        <span role="columnheader" aria-colindex={2} className={css.hcell}>
          <input
            type="checkbox"
            className={css.check}
            aria-label="Выбрать все лоты"
            checked={allSelected}
            ref={(box) => {
              if (box) box.indeterminate = selected.size > 0 && !allSelected;
            }}
            onChange={() =>
              onSelection(
                allSelected ? {} : Object.fromEntries(shownLots.map(({ id }) => [String(id), true as const])),
              )
            }
          />
        </span>
        {columns.map((field, index) => {
          const sorted = table.getColumn(field.field)?.getIsSorted() || null;
          return [
            <span
              key={field.field}
              role="columnheader"
              aria-colindex={index + 3}
              aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
              className={css.hcell}
              data-number={field.kind === "amount" || field.kind === "number" || undefined}
            >
              <button
                type="button"
                onClick={() => table.getColumn(field.field)?.toggleSorting(sorted === "asc")}
              >
                {field.kind === "amount" ? `${field.label}, ${sign}` : field.label}
                {sorted && <Icon name={sorted === "asc" ? "up" : "down"} size="s" />}
              </button>
            </span>,
            ...(field.field === "catalogLotId"
              ? [
                  <span key="img" role="columnheader" className={css.hcell}>
                    <span className="sr">Обложка</span>
                  </span>,
                ]
              : []),
          ];
        })}
        <span role="columnheader" className={css.hcell} data-number>
          Фото
        </span>
        <span role="columnheader" className={css.hcell}>
          Проверка
        </span>
      </div>
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const shown = shownLots[index];
          if (!shown) return null;
          return (
            <LotsRow
              key={shown.id}
              lot={shown}
              index={index}
              top={start}
              columns={columns}
              houseId={props.houseId}
              categories={categories}
              pricesOnRequest={props.pricesOnRequest}
              isSelected={selected.has(shown.id)}
              active={index === row ? column : null}
              editing={index === row ? editing : null}
              edits={edits}
              orderable={orderable}
              isDropTarget={dragged?.over === shown.id}
              onSelect={select}
              onActivate={(at, start) => {
                focusing.current = true;
                setEditing(null);
                setActive(at);
                if (start) {
                  const field = columns[at.column];
                  if (field && !shown.isBiddingOver) {
                    const text = cellText(shown, field.field);
                    setEditing({
                      initial:
                        field.kind === "category"
                          ? (categories.get(Number(text)) ?? "")
                          : (edits.faults.get(`${shown.id}:${field.field}`)?.typed ?? text ?? ""),
                    });
                  }
                }
              }}
              onCommit={commit}
              onCancel={() => go({ row, column })}
              onOverwrite={(cell) => onSave([{ lotId: shown.id, cells: [cell] }])}
              onDrag={(id) =>
                setDragged(
                  id === null ? null : { ids: selected.has(id) ? selected : new Set([id]), over: null },
                )
              }
              onDragOver={(id) => setDragged((now) => (now && now.over !== id ? { ...now, over: id } : now))}
              onDrop={(id) => {
                if (dragged) move(dragged.ids, id);
                setDragged(null);
              }}
            />
          );
        })}
      </div>
      <datalist id="lots-grid-categories">
        {[...new Set(categories.values())].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
