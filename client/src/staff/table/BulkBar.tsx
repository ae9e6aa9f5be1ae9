import { type ReactNode, useLayoutEffect, useRef } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { count } from "@/lib/format";
import { catchFocus } from "@/lib/lostFocus";
import css from "./table.module.css";

interface BulkBarProps {
  selected: number;
  /** How many of them are on other pages. */
  elsewhere?: number;
  /** The noun of the rows: `["лот", "лота", "лотов"]`. */
  noun: readonly [string, string, string];
  onClear: () => void;
  /** Buttons, `variant="quiet"`. */
  children: ReactNode;
  /** Where the focus goes when the bar, which had it, goes away; otherwise to the page. */
  returnTo?: () => HTMLElement | null;
}

/** The bar at the bottom while rows are selected: what can be done with all of them. */
export function BulkBar({ selected, elsewhere = 0, noun, onClear, children, returnTo }: BulkBarProps) {
  const isShown = selected > 0;
  const wasShown = useRef(isShown);
  useLayoutEffect(() => {
    if (wasShown.current && !isShown) catchFocus(returnTo?.() ?? document.getElementById("main"));
    wasShown.current = isShown;
  });
  if (!isShown) return null;
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
