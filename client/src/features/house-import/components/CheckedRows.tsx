import type { ImportCorrection, ImportReport } from "@/lib/api/types";
import { plural } from "@/lib/format";
import { Block, Figures } from "@/staff/blocks/Block";
import plain from "@/staff/table/plain.module.css";
import css from "./HouseImportPage.module.css";
import { RefusedCell } from "./RefusedCell";

const READ = ["строка прочитана", "строки прочитаны", "строк прочитано"] as const;

interface CheckedRowsProps {
  houseId: number;
  report: ImportReport;
  corrections: readonly ImportCorrection[];
}

/** What the check found in the rows and pictures. */
export function CheckedRows({ houseId, report, corrections }: CheckedRowsProps) {
  const { pictures } = report;
  return (
    <>
      <div className={css.figures}>
        <Figures
          figures={[
            { value: report.rowsRead, label: plural(report.rowsRead, READ) },
            { value: report.new, label: report.applied ? "создано" : "новых", tone: "ok" },
            { value: report.changed, label: report.applied ? "изменено" : "изменятся" },
            { value: report.unchanged, label: "без изменений" },
            {
              value: report.refused,
              label: "с ошибкой",
              ...(report.refused > 0 ? { tone: "bad" as const } : {}),
            },
          ]}
        />
        {pictures.found > 0 && (
          <p className="small">
            Фотографий: {pictures.found}, {report.applied ? "добавлено" : "добавятся"} {pictures.added}, уже
            есть {pictures.unchanged}, отклонено {pictures.refused}, без лота {pictures.unmatched}
          </p>
        )}
      </div>
      {report.refusedRows.length > 0 && (
        <Block
          title="Строки с ошибками"
          aside={<span className="caption">Правки здесь не меняют ваш файл</span>}
        >
          <table className={`${plain.table} ${css.table}`}>
            <thead>
              <tr>
                <th scope="col" data-number>
                  Строка
                </th>
                <th scope="col">Название и автор</th>
                <th scope="col">Что не так</th>
                <th scope="col">Исправление</th>
              </tr>
            </thead>
            <tbody>
              {report.refusedRows.flatMap((row) =>
                row.errors.map((error, at) => (
                  <RefusedCell
                    key={`${row.row}:${error.field}:${error.message}`}
                    houseId={houseId}
                    row={row}
                    isFirst={at === 0}
                    error={error}
                    corrections={corrections}
                    alike={report.refusedRows.filter(
                      (other) =>
                        other.cells[error.field] === row.cells[error.field] &&
                        other.errors.some(({ field }) => field === error.field),
                    )}
                  />
                )),
              )}
            </tbody>
          </table>
          {report.refused > report.refusedRows.length && (
            <p className="caption">Показаны первые {report.refusedRows.length}</p>
          )}
        </Block>
      )}
      {report.refusedPictures.length > 0 && (
        <Block title="Отклонённые фотографии">
          <ul className={css.pictures}>
            {report.refusedPictures.map(({ name, catalogLotId, reason }) => (
              <li key={`${catalogLotId}:${name}`}>
                <b>{name}</b>, лот {catalogLotId}: {reason}
              </li>
            ))}
          </ul>
        </Block>
      )}
      {(report.unmatchedPictures.length > 0 || report.ignoredFiles.length > 0) && (
        <Block title="Не использованы">
          <p className="small">{[...report.unmatchedPictures, ...report.ignoredFiles].join(", ")}</p>
        </Block>
      )}
    </>
  );
}
