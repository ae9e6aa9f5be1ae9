import { Icon } from "@/components/Icon/Icon";
import type { GridLot } from "@/lib/api/types";
import { COLUMNS } from "../model/columns";
import { cellKey, type GridEdits } from "../model/useGridEdits";
import type { NewLots } from "../model/useNewLots";
import css from "./LotsGrid.module.css";

interface NewLotVerdictProps {
  lot: GridLot;
  edits: GridEdits;
  fresh: NewLots;
  isEdited: boolean;
}

/** The last column of a pasted row: whether it is a lot by now, or why not. */
export function NewLotVerdict({ lot, edits, fresh, isEdited }: NewLotVerdictProps) {
  // Also of columns that are not shown.
  const key = COLUMNS.map(({ field }) => cellKey(lot.id, field)).find((key) => edits.faults.has(key));
  const fault = key && edits.faults.get(key);
  if (fault) {
    return (
      <span className={css.verdict} data-tone="bad" title={fault.message}>
        <span className={css.why}>{fault.message}</span>
        {fresh.refused.has(key) && (
          <Act icon="rotate" label="Повторить" onClick={() => fresh.retry(lot.id)} />
        )}
        <Act icon="x" label="Убрать" onClick={() => fresh.drop(lot.id)} />
      </span>
    );
  }
  if (isEdited) return <span className="caption">Правится</span>;
  if (!fresh.made.has(lot.id)) return <span className="caption">Создаётся</span>;
  return (
    <span className={css.verdict} data-tone="ok">
      <Icon name="check" size="s" />
      Создан
    </span>
  );
}

function Act({ icon, label, onClick }: { icon: "rotate" | "x"; label: string; onClick: () => void }) {
  return (
    <button type="button" className={css.act} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size="s" />
    </button>
  );
}
