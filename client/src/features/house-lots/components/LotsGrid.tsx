// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
import type { RowSelectionState } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useEffect, useRef } from "react";
import type { GridLot, LotNumber } from "@/lib/api/types";
import { count, currencySign } from "@/lib/format";
import { parseTable, planPaste, tableText } from "../model/clipboard";
import type { CategoryNames } from "../model/columns";
import { pressKey } from "../model/gridKeys";
import { ROW_HEIGHT, tracksOf } from "../model/layout";
import { isNew, type NewRow } from "../model/newRows";
import { useActiveCell } from "../model/useActiveCell";
import type { GridEdits } from "../model/useGridEdits";
import { useGridTable } from "../model/useGridTable";
import type { GridAction } from "../model/useHistory";
import type { NewLots } from "../model/useNewLots";
import { useRowOrder } from "../model/useRowOrder";
import { useRowSelection } from "../model/useRowSelection";
import type { Visibility } from "../model/view";
import css from "./LotsGrid.module.css";
import { LotsHead } from "./LotsHead";
import { LotsRow } from "./LotsRow";

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
  onSave: (changes: Parameters<GridEdits["save"]>[0], done?: string) => Promise<GridAction | null>;
  onUndo: () => void;
  /** Gives lots new numbers; absent where the order is fixed. */
  onOrder?: (numbers: LotNumber[]) => void;
  /** Lots that are not made yet: they stand last, whatever the order. */
  fresh: NewLots;
  /** After a paste: the rows that did not fit, how many cells could not be read, and what was changed. */
  onPasted: (beyond: readonly NewRow[], faults: number, changes: Promise<GridAction | null>) => void;
}

/** The grid of a house's lots: virtual rows, edited in place, ordered by dragging, worked by keyboard alone. */
export function LotsGrid(props: LotsGridProps) {
  const { all, categories, edits, fresh, onSave, onOrder } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useGridTable(props.lots, props.visibility, props.selection, props.onSelection);
  const { columns } = table;
  const lots =
    fresh.lots.length > 0
      ? [...table.lots.filter(({ id }) => !fresh.madeOf.has(id)), ...fresh.lots]
      : table.lots;
  const selection = useRowSelection(lots, props.selection, props.onSelection);
  const order = useRowOrder(all, selection.ids, onOrder);
  // A place between filtered lots, or among rows that are no lots yet, stands for no number.
  const orderable =
    onOrder !== undefined && table.isInOrder && table.lots.length === all.length && fresh.lots.length === 0;
  const virtual = useVirtualizer({
    count: lots.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 1100, height: 560 },
    scrollPaddingStart: ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });
  const scrollTo = (to: number) => virtual.scrollToIndex(to);
  const active = useActiveCell({ frame, lots, columns, categories, edits, onSave, scrollTo });
  const { row, column, editing, go } = active;
  const lot = lots[row];

  // Rows that move would leave what is being typed in the row of another lot.
  const settles = fresh.madeOf.size > 0 && fresh.progress === null && editing === null;
  const { settle } = fresh;
  useEffect(() => {
    if (settles) settle();
  }, [settles, settle]);

  const moveRow = (step: -1 | 1) => {
    if (!lot || !orderable) return;
    if (step < 0 ? row === 0 : row >= lots.length - 1) return;
    const before = step < 0 ? lots[row - 1] : lots[row + 2];
    active.follow(lot.id);
    order.move(new Set([lot.id]), before?.id ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || lots.length === 0) return;
    pressKey(event, {
      row,
      column,
      lastRow: lots.length - 1,
      lastColumn: columns.length - 1,
      page: Math.max(1, Math.floor((frame.current?.clientHeight ?? 440) / ROW_HEIGHT) - 2),
      go,
      edit: active.edit,
      clear: () => active.commit("", "stay"),
      select: (extend) => selection.select(row, extend),
      selectWay: selection.selectWay,
      selectAll: selection.selectAll,
      moveRow,
      undo: props.onUndo,
    });
  };

  const onCopy = (event: ClipboardEvent) => {
    if (editing || !lot) return;
    event.preventDefault();
    const picked = selection.ids.size > 0 ? lots.filter(({ id }) => selection.ids.has(id)) : [lot];
    const copied = selection.ids.size > 0 ? columns : columns.slice(column, column + 1);
    event.clipboardData.setData("text/plain", tableText(picked, copied, categories));
  };

  const onPaste = (event: ClipboardEvent) => {
    if (editing || !lot) return;
    event.preventDefault();
    const pasted = parseTable(event.clipboardData.getData("text/plain"));
    const plan = planPaste(pasted, lots, columns, { row, column }, categories, selection.ids);
    edits.refuse(plan.faults);
    const changes =
      plan.changes.length > 0
        ? onSave(plan.changes, `Вставлено: ${count(plan.changes.length, LOTS)}`)
        : Promise.resolve(null);
    props.onPasted(plan.beyond, plan.faults.length, changes);
  };

  const { template, least } = tracksOf(columns);
  return (
    <div
      ref={frame}
      role="grid"
      aria-label="Лоты"
      aria-rowcount={lots.length + 1}
      aria-colcount={columns.length + 5}
      aria-multiselectable="true"
      tabIndex={lots.length === 0 ? 0 : -1}
      className={css.frame}
      style={{ "--columns": template, "--least": `${least}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) order.dragOver(null);
      }}
      data-dragging={order.isDragging || undefined}
    >
      <LotsHead
        columns={columns}
        sign={props.lots[0] ? currencySign(props.lots[0].price.currency) : ""}
        selected={selection.isAll ? "all" : selection.ids.size > 0 ? "some" : "none"}
        onSelectAll={selection.isAll ? selection.clear : selection.selectAll}
        sortedBy={table.sortedBy}
        onSort={table.sort}
      />
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const shown = lots[index];
          if (!shown) return null;
          return (
            <LotsRow
              key={fresh.madeOf.get(shown.id) ?? shown.id}
              lot={shown}
              index={index}
              top={start}
              columns={columns}
              houseId={props.houseId}
              categories={categories}
              pricesOnRequest={props.pricesOnRequest}
              isSelected={selection.ids.has(shown.id)}
              active={index === row ? column : null}
              editing={index === row ? editing : null}
              edits={edits}
              fresh={isNew(shown) ? fresh : undefined}
              orderable={orderable}
              isDropTarget={order.over === shown.id}
              onSelect={selection.select}
              onActivate={active.activate}
              onCommit={active.commit}
              onCancel={active.cancel}
              onOverwrite={(cell) => void onSave([{ lotId: shown.id, cells: [cell] }])}
              onDrag={order.drag}
              onDragOver={order.dragOver}
              onDrop={order.drop}
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
