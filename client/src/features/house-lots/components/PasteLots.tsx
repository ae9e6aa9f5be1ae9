import { Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { count } from "@/lib/format";
import type { CategoryNames, GridColumn } from "../model/columns";
import type { NewRow } from "../model/newRows";
import { MOST_ROWS, readPasted } from "../model/pasted";
import css from "./HouseLotsPage.module.css";
import { PastedColumns } from "./PastedColumns";

const LOTS = ["лот", "лота", "лотов"] as const;
const ROWS = ["строка", "строки", "строк"] as const;

interface PasteLotsProps {
  columns: readonly GridColumn[];
  categories: CategoryNames;
  /** Who sees the lots at once, if they are not the house's alone. */
  warning: string | null;
  /** The import into this catalog; null where there is none. */
  importUrl: string | null;
  onCreate: (rows: readonly NewRow[]) => void;
}

/** Where rows of a spreadsheet are pasted into a catalog that has no lots yet. */
export function PasteLots({ columns, categories, warning, importUrl, onCreate }: PasteLotsProps) {
  const [text, setText] = useState("");
  const pasted = useMemo(() => readPasted(text, columns, categories), [text, columns, categories]);
  const { rows, total } = pasted;
  const names = columns.map(({ label }) => label).join(", ");
  return (
    <form
      className={css.paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (rows.length > 0) onCreate(rows);
      }}
    >
      <Textarea
        label="Или вставьте строки из Excel"
        description={`Столбцы по порядку: ${names}. Номер можно пропустить. Если в первой строке заголовки, порядок любой.`}
        placeholder="Скопируйте строки в таблице, нажмите сюда и вставьте: Ctrl V"
        rows={4}
        wrap="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {total > 0 && <PastedColumns pasted={pasted} importUrl={importUrl} />}
      {total > MOST_ROWS && (
        <p className="small" role="alert">
          Вставлено {count(total, ROWS)}, а за один раз создаётся не больше {MOST_ROWS}. Вставьте их частями
          {importUrl && (
            <>
              {" "}
              или{" "}
              <Link className="link" to={importUrl}>
                загрузите файл на странице импорта
              </Link>
            </>
          )}
          .
        </p>
      )}
      {rows.length > 0 && warning && (
        <p className="small">
          <b>{warning}</b>
        </p>
      )}
      <Button type="submit" disabled={rows.length === 0}>
        {rows.length === 0 ? "Создать лоты" : `Создать ${count(rows.length, LOTS)}`}
      </Button>
    </form>
  );
}
