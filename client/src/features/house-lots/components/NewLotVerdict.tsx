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

/** The last column of a pasted row: how far it is from being a lot, or why it is none. */
export function NewLotVerdict({ lot, edits, fresh, isEdited }: NewLotVerdictProps) {
  const row = fresh.rowOf(lot.id);
  if (!row) return null;
  // Also of columns that are not shown.
  const key = COLUMNS.map(({ field }) => cellKey(lot.id, field)).find((key) => edits.faults.has(key));
  const fault = key && edits.faults.get(key);
  const { standing, refusal } = row;
  if (fault) {
    const isRefused = standing === "refused" && fault.message === refusal?.message;
    return (
      <span className={css.verdict} data-tone="bad" title={fault.message}>
        <span className={css.why}>{fault.message}</span>
        {isRefused && (
          <VerdictAction
            icon="rotate"
            label={row.doubt ? "Проверить и повторить" : "Повторить"}
            onClick={() => fresh.retry(lot.id)}
          />
        )}
        {standing !== "sending" && (
          <VerdictAction icon="x" label="Убрать" onClick={() => fresh.drop(lot.id)} />
        )}
      </span>
    );
  }
  if (isEdited) return <span className="caption">Правится</span>;
  if (standing === "sending") return <span className="caption">Создаётся</span>;
  if (standing === "waiting") return <span className="caption">Ждёт очереди</span>;
  return (
    <span className={css.verdict}>
      <span className={css.why}>Создание остановлено</span>
      <VerdictAction icon="plus" label="Создать" onClick={() => fresh.retry(lot.id)} />
      <VerdictAction icon="x" label="Убрать" onClick={() => fresh.drop(lot.id)} />
    </span>
  );
}

function VerdictAction({
  icon,
  label,
  onClick,
}: {
  icon: "rotate" | "plus" | "x";
  label: string;
  onClick: () => void;
}) {
  return (
    <button type="button" className={css.act} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size="s" />
    </button>
  );
}
