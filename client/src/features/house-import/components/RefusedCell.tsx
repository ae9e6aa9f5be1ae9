import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { ImportCorrection, ImportRefusedRow } from "@/lib/api/types";
import { flatten, useClassificator } from "@/trade/api/classificator";
import { fieldLabel } from "../model/fields";
import { correctCell, dropCorrection } from "../model/importRun";
import css from "./HouseImportPage.module.css";

interface RefusedCellProps {
  houseId: number;
  row: ImportRefusedRow;
  isFirst: boolean;
  error: ImportRefusedRow["errors"][number];
  corrections: readonly ImportCorrection[];
  /** Rows with the same faulty text; one correction can fix them all. */
  alike: readonly ImportRefusedRow[];
}

/** A refused cell, corrected in place. */
export function RefusedCell({ houseId, row, isFirst, error, corrections, alike }: RefusedCellProps) {
  const { data: tree } = useClassificator();
  const was = row.cells[error.field] ?? "";
  const corrected = corrections.find((other) => other.row === row.row && other.field === error.field);
  const [text, setText] = useState(was);
  const label = `${fieldLabel(error.field)}, строка ${row.row}`;
  const accept = (rows: readonly ImportRefusedRow[], value = text) => {
    for (const { row: number } of rows) correctCell(houseId, { row: number, field: error.field, value });
  };
  const isCategory = error.field === "categoryId";
  return (
    <tr>
      <td data-number>{isFirst && row.row}</td>
      <td>
        {isFirst && (
          <>
            <b>
              {row.cells.titleRu ??
                row.cells.descriptionRu ??
                (row.number ? `Лот ${row.number}` : "Без названия")}
            </b>
            <small>{row.cells.author}</small>
          </>
        )}
      </td>
      <td>
        {corrected ? (
          <span className={css.mended}>
            <Icon name="check" size="s" /> Исправлено вами
          </span>
        ) : (
          <span className={css.wrong}>
            <Icon name="warn" size="s" />
            <span>
              {fieldLabel(error.field)}: {error.message}
            </span>
          </span>
        )}
      </td>
      <td>
        {corrected ? (
          <span className={css.fix}>
            <span>
              <s>{was || "пусто"}</s> → {corrected.value || "пусто"}
            </span>
            <Button size="xs" variant="quiet" onClick={() => dropCorrection(houseId, row.row, error.field)}>
              Вернуть
            </Button>
          </span>
        ) : (
          <form
            className={css.fix}
            onSubmit={(event) => {
              event.preventDefault();
              accept([row]);
            }}
          >
            {isCategory ? (
              <Select
                aria-label={label}
                searchable
                placeholder="Категория"
                nothingFoundMessage="Такой категории нет"
                data={flatten(tree ?? []).map(({ code, name }) => ({
                  value: code,
                  label: `${name} (${code})`,
                }))}
                value={null}
                onChange={(code) => {
                  if (code === null) return;
                  setText(code);
                  accept(alike, code);
                }}
              />
            ) : (
              <>
                <TextInput
                  aria-label={label}
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
                <Button size="xs" type="submit" disabled={text.trim() === was}>
                  Принять
                </Button>
                {alike.length > 1 && was !== "" && error.field !== "catalogLotId" && (
                  <Button size="xs" disabled={text.trim() === was} onClick={() => accept(alike)}>
                    Во всех {alike.length}
                  </Button>
                )}
              </>
            )}
          </form>
        )}
      </td>
    </tr>
  );
}
