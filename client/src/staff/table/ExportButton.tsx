import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { type Cell, csv, download } from "./csv";

export interface ExportColumn<T> {
  title: string;
  value: (row: T) => Cell;
}

/** Saves rows as a table that Excel opens by a double click. */
export const saveTable = <T,>(name: string, columns: readonly ExportColumn<T>[], rows: readonly T[]): void =>
  download(
    `${name}.csv`,
    csv([columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))]),
    "text/csv;charset=utf-8",
  );

interface ExportButtonProps {
  /** Whether there is nothing to save. */
  disabled: boolean;
  onExport: () => Promise<unknown>;
}

/** Saves a whole list, not only the page that is shown. */
export function ExportButton({ disabled, onExport }: ExportButtonProps) {
  const [exporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    try {
      await onExport();
    } catch (error) {
      tellFault(error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <Button
      size="xs"
      leftSection={<Icon name="download" size="s" />}
      data-pending={exporting || undefined}
      disabled={disabled}
      onClick={() => void save()}
    >
      Выгрузить
    </Button>
  );
}
