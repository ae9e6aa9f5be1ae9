import { Select } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import type { ImportReport } from "@/lib/api/types";
import { Block } from "@/staff/blocks/Block";
import { IMPORT_FIELDS, SKIP } from "../model/fields";
import { changeImport, type ImportRun, runImport } from "../model/importRun";
import css from "./HouseImportPage.module.css";

interface ColumnsProps {
  houseId: number;
  run: ImportRun;
  report: ImportReport | null;
  headings: readonly string[];
}

/** What each heading of the file means. The server keeps the choice for the house's next tables. */
export function ColumnsOfFile({ houseId, run, report, headings }: ColumnsProps) {
  const read = new Map(report?.columns.map(({ heading, field }) => [heading, field]));
  const all = report ? [...report.columns.map(({ heading }) => heading), ...report.unknownColumns] : headings;
  const unread = all.filter((heading) => !read.has(heading));
  return (
    <Block
      title="Столбцы файла"
      aside={
        <span className="caption">
          {unread.length === 0 ? "Все разобраны" : "Выбор запоминается для следующих таблиц дома"}
        </span>
      }
    >
      <div className={css.columns}>
        {all.map((heading) => {
          const chosen = run.columns[heading];
          const value = chosen === undefined ? (read.get(heading) ?? SKIP) : (chosen ?? SKIP);
          return (
            <Select
              key={heading}
              label={heading}
              data={[...IMPORT_FIELDS, { value: SKIP, label: "Пропустить" }]}
              value={value}
              disabled={run.running !== null}
              onChange={(field) =>
                changeImport(houseId, {
                  columns: { ...run.columns, [heading]: field === SKIP ? null : field },
                })
              }
            />
          );
        })}
      </div>
      {Object.keys(run.columns).length > 0 && (
        <Button
          size="xs"
          className={css.check}
          disabled={run.running !== null}
          onClick={() => void runImport(houseId, true, false)}
        >
          Проверить с этими столбцами
        </Button>
      )}
    </Block>
  );
}
