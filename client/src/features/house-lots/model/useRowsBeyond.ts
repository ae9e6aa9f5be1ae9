import { useState } from "react";
import { tellError } from "@/components/Toast/toasts";
import type { NewRow } from "./newRows";
import { MOST_ROWS } from "./pasted";
import type { GridAction } from "./useHistory";
import type { NewLots } from "./useNewLots";

/** The rows of a paste that did not fit into the grid, and what the others changed. */
interface Beyond {
  rows: readonly NewRow[];
  changes: Promise<GridAction | null>;
}

/** Keeps pasted rows below the last lot until the person says whether they become lots. */
export function useRowsBeyond(fresh: NewLots, takesMore: boolean) {
  const [beyond, setBeyond] = useState<Beyond | null>(null);
  return {
    count: beyond?.rows.length ?? 0,
    take: (rows: readonly NewRow[], changes: Promise<GridAction | null>) => {
      if (rows.length === 0) return;
      if (!takesMore) {
        tellError(`Торги больше не принимают лоты: строк не вставлено ${rows.length}`);
      } else if (rows.length > MOST_ROWS) {
        tellError(
          `Строк сверх таблицы: ${rows.length}, а за один раз создаётся не больше ${MOST_ROWS}. Вставьте их частями или загрузите файл на странице импорта`,
        );
      } else setBeyond({ rows, changes });
    },
    create: () => {
      if (beyond) fresh.add(beyond.rows, beyond.changes);
      setBeyond(null);
    },
    dismiss: () => setBeyond(null),
  };
}

export type RowsBeyond = ReturnType<typeof useRowsBeyond>;
