// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
import { Icon } from "@/components/Icon/Icon";
import type { GridField } from "@/lib/api/types";
import type { GridColumn } from "../model/columns";
import { BEFORE_COVER } from "../model/layout";
import css from "./LotsGrid.module.css";

type Sorted = "asc" | "desc" | null;

interface LotsHeadProps {
  columns: readonly GridColumn[];
  /** The sign of the lots' currency. */
  sign: string;
  selected: "all" | "some" | "none";
  onSelectAll: () => void;
  sortedBy: (field: GridField) => Sorted;
  onSort: (field: GridField) => void;
}

/** The grid's headings: each sorts the lots by its column. */
export function LotsHead({ columns, sign, selected, onSelectAll, sortedBy, onSort }: LotsHeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={css.head}>
      <span role="columnheader" aria-colindex={1} className={css.hcell}>
        <span className="sr">Порядок</span>
      </span>
      <span role="columnheader" aria-colindex={2} className={css.hcell}>
        <input
          type="checkbox"
          className={css.check}
          aria-label="Выбрать все лоты"
          checked={selected === "all"}
          ref={(box) => {
            if (box) box.indeterminate = selected === "some";
          }}
          onChange={onSelectAll}
        />
      </span>
      {columns.map((column, index) => [
        <Heading
          key={column.field}
          column={column}
          place={index + 3}
          sign={sign}
          sorted={sortedBy(column.field)}
          onSort={() => onSort(column.field)}
        />,
        ...(column.field === BEFORE_COVER
          ? [
              <span key="img" role="columnheader" className={css.hcell}>
                <span className="sr">Обложка</span>
              </span>,
            ]
          : []),
      ])}
      <span role="columnheader" className={css.hcell} data-number>
        Фото
      </span>
      <span role="columnheader" className={css.hcell}>
        Проверка
      </span>
    </div>
  );
}

interface HeadingProps {
  column: GridColumn;
  /** Counts from 1. */
  place: number;
  sign: string;
  sorted: Sorted;
  onSort: () => void;
}

function Heading({ column: { kind, label }, place, sign, sorted, onSort }: HeadingProps) {
  return (
    <span
      role="columnheader"
      aria-colindex={place}
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
      className={css.hcell}
      data-number={kind === "amount" || kind === "number" || undefined}
    >
      <button type="button" onClick={onSort}>
        {kind === "amount" ? `${label}, ${sign}` : label}
        {sorted && <Icon name={sorted === "asc" ? "up" : "down"} size="s" />}
      </button>
    </span>
  );
}
