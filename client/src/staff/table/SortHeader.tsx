import { Icon } from "@/components/Icon/Icon";
import css from "./table.module.css";
import type { TableState } from "./useTableState";

export interface SortableColumn {
  id: string;
  title: string;
  /** The direction of the first press. The second press gives the other one, the third the list's own order. */
  sortable?: "asc" | "desc";
}

interface SortHeaderProps {
  column: SortableColumn;
  state: TableState;
  /** The order of the list unless sorted: the first direction of its column. */
  ownOrder?: string | undefined;
}

/** The heading of a column that sorts the list. */
export function SortHeader({ column, state, ownOrder }: SortHeaderProps) {
  const { id, title, sortable: first } = column;
  const order = state.sort ?? ownOrder;
  const sorted = order === id ? "ascending" : order === `-${id}` ? "descending" : "none";
  const orders = first === "desc" ? [`-${id}`, id] : [id, `-${id}`];
  const press = () => {
    const next = sorted === "none" ? orders[0] : order === orders[0] ? orders[1] : null;
    state.setSort(next ?? null);
  };
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={sorted}
      // The order belongs to the heading's cell, whose attributes the table does not let us name.
      ref={(button) => button?.closest("th")?.setAttribute("aria-sort", sorted)}
      onClick={press}
    >
      {title}
      <Icon name={sorted === "none" ? "updown" : "up"} size="s" />
    </button>
  );
}
