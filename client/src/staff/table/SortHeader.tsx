import { Icon } from "@/components/Icon/Icon";
import css from "./table.module.css";
import type { TableState } from "./useTableState";

export interface SortableColumn {
  id: string;
  title: string;
  /** The direction of the first press. The second press gives the other one, the third the list's own order. */
  sortable?: "asc" | "desc";
}

/** The heading of a column that sorts the list. */
export function SortHeader({ column, state }: { column: SortableColumn; state: TableState }) {
  const { id, title, sortable: first } = column;
  const sorted = state.sort === id ? "ascending" : state.sort === `-${id}` ? "descending" : "none";
  const orders = first === "desc" ? [`-${id}`, id] : [id, `-${id}`];
  const press = () => {
    const next = sorted === "none" ? orders[0] : state.sort === orders[0] ? orders[1] : null;
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
