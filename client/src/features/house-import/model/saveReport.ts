import type { ImportCorrection, ImportReport } from "@/lib/api/types";
import { csv, download } from "@/staff/table/csv";
import { fieldLabel } from "./fields";

/** What the check or the import found, row by row. */
export function saveReport(report: ImportReport, corrections: readonly ImportCorrection[]): void {
  const corrected = new Set(corrections.map(({ row, field }) => `${row}:${field}`));
  const rows = [
    ["Строка", "Лот", "Поле", "Значение", "Итог"],
    ...report.refusedRows.flatMap(({ row, number, errors, cells }) =>
      errors.map(({ field, message }) => [
        row,
        number,
        fieldLabel(field),
        cells[field] ?? null,
        corrected.has(`${row}:${field}`) ? `${message} (исправлено на странице)` : message,
      ]),
    ),
    ...report.changedRows.map(({ row, catalogLotId, fields }) => [
      row,
      catalogLotId,
      fields.map((field) => (field === "images" ? "Фото" : fieldLabel(field))).join(", "),
      null,
      report.applied ? "Изменён" : "Изменится",
    ]),
    ...report.refusedPictures.map(({ name, catalogLotId, reason }) => [
      null,
      catalogLotId,
      "Фото",
      name,
      reason,
    ]),
    ...report.unmatchedPictures.map((name) => [null, null, "Фото", name, "Нет такого лота в таблице"]),
    [null, null, null, null, `Прочитано ${report.rowsRead}, новых ${report.new}, изменено ${report.changed}`],
  ];
  download("Отчёт импорта.csv", csv(rows), "text/csv;charset=utf-8");
}
