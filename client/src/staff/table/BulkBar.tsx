import { IconButton } from "@/components/IconButton/IconButton";
import { count } from "@/lib/format";
import css from "./table.module.css";

interface BulkBarProps {
  selected: number;
  /** How many of them are on other pages. */
  elsewhere?: number;
  /** The noun of the rows: `["лот", "лота", "лотов"]`. */
  noun: readonly [string, string, string];
  onClear: () => void;
  /** Buttons, `variant="quiet"`. */
  children: React.ReactNode;
}

/** The bar at the bottom while rows are selected: what can be done with all of them. */
export function BulkBar({ selected, elsewhere = 0, noun, onClear, children }: BulkBarProps) {
  if (selected === 0) return null;
  return (
    <div className={css.bulk} role="toolbar" aria-label="Действия с выбранными">
      <b className="num" aria-live="polite">
        {count(selected, noun)}
        {elsewhere > 0 && `, из них не на этой странице: ${elsewhere}`}
      </b>
      {children}
      <IconButton icon="x" label="Снять выделение" onClick={onClear} className={css.bulkClose} />
    </div>
  );
}
