import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { count } from "@/lib/format";
import type { CategoryNames, GridColumn } from "../model/columns";
import type { NewRow } from "../model/newRows";
import { pastedRows } from "../model/pasted";
import css from "./HouseLotsPage.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

interface PasteLotsProps {
  columns: readonly GridColumn[];
  categories: CategoryNames;
  onCreate: (rows: readonly NewRow[]) => void;
}

/** Where rows of a spreadsheet are pasted into a catalog that has no lots yet. */
export function PasteLots({ columns, categories, onCreate }: PasteLotsProps) {
  const [text, setText] = useState("");
  const rows = pastedRows(text, columns, categories);
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
      <Button type="submit" disabled={rows.length === 0}>
        {rows.length === 0 ? "Создать лоты" : `Создать ${count(rows.length, LOTS)}`}
      </Button>
    </form>
  );
}
