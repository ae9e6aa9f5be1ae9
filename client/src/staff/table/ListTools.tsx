import { SearchInput } from "@/components/SearchInput/SearchInput";
import { ExportButton } from "./ExportButton";
import css from "./table.module.css";
import type { TableState } from "./useTableState";
import { ViewsMenu } from "./ViewsMenu";

interface ListToolsProps {
  /** The key of the kept views. */
  name: string;
  /** Parameters of the page around the list; see `ViewsMenu`. */
  keeps?: readonly string[];
  state: TableState;
  /** The search field's name and placeholder; without it there is no search. */
  search?: string;
  /** Filters beside the search: fields of `size="xs"`. */
  filters?: React.ReactNode;
  /** More buttons between the views and the export. */
  children?: React.ReactNode;
  /** Whether there is nothing to export. */
  isEmpty: boolean;
  /** Saves the whole list. Without it the list is not exported. */
  onExport?: () => Promise<unknown>;
}

/** What stands above a list: search and filters at the left, saved views and the export at the right. */
export function ListTools({ name, keeps, state, search, filters, children, ...list }: ListToolsProps) {
  return (
    <div className={css.tools}>
      {search && (
        <SearchInput
          className={css.search}
          label={search}
          placeholder={search}
          value={state.search}
          onSearch={state.setSearch}
        />
      )}
      {filters}
      <div className={css.push}>
        <ViewsMenu table={name} keeps={keeps} />
        {children}
        {list.onExport && <ExportButton disabled={list.isEmpty} onExport={list.onExport} />}
      </div>
    </div>
  );
}
