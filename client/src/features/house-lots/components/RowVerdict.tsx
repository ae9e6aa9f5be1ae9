import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { GridCell, GridLot } from "@/lib/api/types";
import type { GridColumn } from "../model/columns";
import { cellKey, type GridEdits } from "../model/useGridEdits";
import { plainWord, type Verdict } from "../model/verdict";
import css from "./LotsGrid.module.css";

interface RowVerdictProps {
  lot: GridLot;
  /** The address of the lot's page. */
  page: string;
  columns: readonly GridColumn[];
  edits: GridEdits;
  isEdited: boolean;
  verdict: Verdict;
  onOverwrite: (cell: GridCell) => void;
}

/** The last column: what is wrong, what was just saved, and the way to the lot's page. */
export function RowVerdict({ lot, page, columns, edits, isEdited, verdict, onOverwrite }: RowVerdictProps) {
  const faulty = columns.find(({ field }) => edits.faults.has(cellKey(lot.id, field)));
  const fault = faulty && edits.faults.get(cellKey(lot.id, faulty.field));
  if (fault) {
    const { cell } = fault;
    return (
      <span className={css.verdict} data-tone="bad" title={fault.message}>
        <Icon name="warn" size="s" />
        <span className={css.text}>{fault.message}</span>
        {cell && (
          <button type="button" className="link" onClick={() => onOverwrite(cell)}>
            Записать {cell.now ?? "пусто"}
          </button>
        )}
      </span>
    );
  }
  if (isEdited) return <span className="caption">Правится</span>;
  if (columns.some(({ field }) => edits.saving.has(cellKey(lot.id, field)))) {
    return <span className="caption">Сохраняется</span>;
  }
  if (columns.some(({ field }) => edits.saved.has(cellKey(lot.id, field)))) {
    return (
      <span className={css.verdict} data-tone="ok">
        <Icon name="check" size="s" />
        Сохранено
      </span>
    );
  }
  const word = plainWord(lot, verdict);
  return (
    <Link
      className={css.verdict}
      data-tone={word ? undefined : verdict.tone}
      tabIndex={-1}
      to={page}
      title={word ?? verdict.word}
    >
      {!word && <Icon name="warn" size="s" />}
      <span className={css.text}>{word ?? verdict.word}</span>
      <span className={css.open}>
        Открыть<span className="sr"> лот {lot.catalogLotId ?? lot.titleRu}</span>
      </span>
    </Link>
  );
}
