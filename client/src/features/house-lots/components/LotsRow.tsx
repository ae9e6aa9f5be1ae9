// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
import { memo, useRef } from "react";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { GridCell, GridLot } from "@/lib/api/types";
import { type CategoryNames, cellText, type GridColumn, shownText, typedText } from "../model/columns";
import { BEFORE_COVER } from "../model/layout";
import type { ActiveCell, Then } from "../model/useActiveCell";
import { cellKey, type GridEdits } from "../model/useGridEdits";
import type { NewLots } from "../model/useNewLots";
import { READY, verdictOf } from "../model/verdict";
import { CellEditor } from "./CellEditor";
import css from "./LotsGrid.module.css";
import { NewLotVerdict } from "./NewLotVerdict";
import { RowVerdict } from "./RowVerdict";

interface LotsRowProps {
  lot: GridLot;
  index: number;
  top: number;
  columns: readonly GridColumn[];
  houseId: number;
  categories: CategoryNames;
  pricesOnRequest: boolean;
  isSelected: boolean;
  /** The column of the active cell, if it is in this row. */
  active: number | null;
  editing: { initial: string } | null;
  edits: GridEdits;
  /** Of a row that is not a lot yet. */
  fresh: NewLots | undefined;
  orderable: boolean;
  isDropTarget: boolean;
  onSelect: (index: number, extend: boolean) => void;
  onActivate: (at: ActiveCell, edit: boolean) => void;
  onCommit: (typed: string, then: Then) => void;
  onCancel: () => void;
  onOverwrite: (cell: GridCell) => void;
  onDrag: (id: number | null) => void;
  onDragOver: (id: number) => void;
  onDrop: (id: number) => void;
}

function Row(props: LotsRowProps) {
  const { lot, index, columns, categories, edits, active, editing } = props;
  const name = props.fresh ? `новый лот ${lot.titleRu}`.trim() : `лот ${lot.catalogLotId ?? lot.titleRu}`;
  // A row that is not a lot yet has nothing to be published.
  const verdict = props.fresh ? READY : verdictOf(lot, props.pricesOnRequest);
  // A press on the cell that has the focus edits it; the first press only goes there.
  const hadFocus = useRef(false);
  const page = `/house-account/${props.houseId}/lots/${lot.id}`;
  const withAuthor = !columns.some(({ field }) => field === "author");
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      className={css.row}
      data-hidden={lot.hidden || undefined}
      data-drop={props.isDropTarget || undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver(lot.id);
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop(lot.id);
      }}
    >
      <span
        role="gridcell"
        className={css.grip}
        draggable={props.orderable}
        data-fixed={!props.orderable || undefined}
        title={props.orderable ? "Потяните, чтобы изменить порядок. С клавиатуры: Alt и стрелки" : undefined}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", String(lot.id));
          props.onDrag(lot.id);
        }}
        onDragEnd={() => props.onDrag(null)}
      >
        <Icon name="grip" size="s" />
      </span>
      <span role="gridcell" className={css.cell}>
        <input
          type="checkbox"
          className={css.check}
          tabIndex={-1}
          aria-label={`Выбрать ${name}`}
          checked={props.isSelected}
          onChange={(event) => {
            const shift = "shiftKey" in event.nativeEvent && event.nativeEvent.shiftKey === true;
            props.onSelect(index, shift);
          }}
        />
      </span>
      {columns.map((column, place) => {
        const key = cellKey(lot.id, column.field);
        const fault = edits.faults.get(key);
        const isActive = active === place;
        const text = cellText(lot, column.field);
        const isAtFault = verdict.field === column.field;
        const cell =
          isActive && editing ? (
            <CellEditor
              key={column.field}
              cell={`${index}:${place}`}
              column={column}
              label={`${column.label}, ${name}`}
              initial={editing.initial}
              was={shownText(column, text, categories)}
              onCommit={props.onCommit}
              onCancel={props.onCancel}
            />
          ) : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells
            <span
              key={column.field}
              role="gridcell"
              aria-colindex={place + 3}
              aria-invalid={fault !== undefined || undefined}
              title={fault?.message}
              tabIndex={isActive ? 0 : -1}
              data-cell={`${index}:${place}`}
              className={css.cell}
              data-number={column.kind === "amount" || column.kind === "number" || undefined}
              data-tone={
                fault || (isAtFault && verdict.tone === "bad") ? "bad" : isAtFault ? verdict.tone : undefined
              }
              data-saved={edits.saved.has(key) || undefined}
              data-saving={edits.saving.has(key) || undefined}
              onPointerDown={(event) => {
                hadFocus.current = document.activeElement === event.currentTarget;
              }}
              onClick={() => props.onActivate({ row: index, column: place }, hadFocus.current)}
              onDoubleClick={() => props.onActivate({ row: index, column: place }, true)}
            >
              <CellText
                lot={lot}
                column={column}
                typed={fault?.cell ? undefined : fault?.typed}
                categories={categories}
              />
              {column.field === "titleRu" && withAuthor && lot.author.length > 0 && (
                <small>{lot.author.join(", ")}</small>
              )}
            </span>
          );
        return column.field === BEFORE_COVER
          ? [cell, <Cover key="img" lot={lot} page={props.fresh ? null : page} />]
          : cell;
      })}
      <span
        role="gridcell"
        className={css.cell}
        data-number
        data-tone={verdict.field === "images" ? "bad" : undefined}
      >
        {lot.imagesCount === 0 ? "нет" : lot.imagesCount}
      </span>
      <span role="gridcell" className={css.cell}>
        {props.fresh ? (
          <NewLotVerdict lot={lot} edits={edits} fresh={props.fresh} isEdited={editing !== null} />
        ) : (
          <RowVerdict
            lot={lot}
            page={page}
            columns={columns}
            edits={edits}
            isEdited={editing !== null}
            verdict={verdict}
            onOverwrite={props.onOverwrite}
          />
        )}
      </span>
    </div>
  );
}

export const LotsRow = memo(Row);

function CellText({
  lot,
  column,
  typed,
  categories,
}: {
  lot: GridLot;
  column: GridColumn;
  typed: string | undefined;
  categories: CategoryNames;
}) {
  if (typed !== undefined) {
    return <span className={css.text}>{typedText(column, typed, categories)}</span>;
  }
  const text = cellText(lot, column.field);
  if (text !== null) {
    return (
      <span className={css.text} data-long={column.field === "titleRu" || undefined}>
        {shownText(column, text, categories)}
      </span>
    );
  }
  if (column.field === "reserve") {
    return <span className="caption">{lot.price.hasReserve ? "задан" : "нет"}</span>;
  }
  if (column.field === "categoryId") return <span className={css.text}>Нет категории</span>;
  if (column.field === "start") return <span className={css.text}>нет</span>;
  return <span className="sr">пусто</span>;
}

/** The lot's picture, which leads to its page. */
function Cover({ lot, page }: { lot: GridLot; page: string | null }) {
  const picture = lot.img ? (
    <img src={lot.img.icon} alt="" loading="lazy" decoding="async" width={34} height={36} />
  ) : (
    <Icon name="pic" />
  );
  return (
    <span role="gridcell" className={css.cover} data-none={lot.img === null || undefined}>
      {page === null ? (
        picture
      ) : (
        <Link to={page} tabIndex={-1} aria-label={`Страница лота ${lot.catalogLotId ?? lot.titleRu}`}>
          {picture}
        </Link>
      )}
    </span>
  );
}
