import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import type { CatalogShort } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { catchFocus } from "@/lib/lostFocus";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { chooseFile, clearImport, type ImportRun, runImport } from "../model/importRun";
import { saveReport } from "../model/saveReport";
import { LOTS, ROWS } from "../model/words";
import { CheckedRows } from "./CheckedRows";
import { ColumnsOfFile } from "./ColumnsOfFile";
import css from "./HouseImportPage.module.css";
import { RecentImports } from "./RecentImports";
import { RunningImport } from "./RunningImport";
import { UnfinishedUploads } from "./UnfinishedUploads";

interface ImportStepsProps {
  houseId: number;
  catalog: CatalogShort;
  run: ImportRun;
  picker: React.ReactNode;
  /** What to know before anything is loaded into the catalog. */
  warning: React.ReactNode;
}

/** The steps of an import into one catalog, from the file to the report. */
export function ImportSteps({ houseId, catalog, run, picker, warning }: ImportStepsProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [skipping, setSkipping] = useState(false);
  const { file, running, report, fault, headings, corrections } = run;
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    chooseFile(houseId, catalog.id, chosen);
    void runImport(houseId, true, false);
  };
  const store = async (skipRefused: boolean) => {
    const stored = await runImport(houseId, false, skipRefused);
    if (!stored) return;
    tellSuccess("Лоты загружены");
    void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
    void client.invalidateQueries({ queryKey: ["catalogs"] });
  };
  const done = report?.applied ?? false;
  const ready = report ? report.new + report.changed : 0;
  const refused = report ? report.refused + report.pictures.refused : 0;
  /** Every row was refused: the way on is a corrected table, here or in the file. */
  const isDeadEnd = report !== null && !done && !running && ready === 0 && refused > 0;

  return (
    <StaffPage
      title="Импорт лотов"
      crumbs={[
        { label: catalog.title, to: `/house-account/${houseId}/catalogs/${catalog.id}` },
        { label: "Лоты", to: `/house-account/${houseId}/lots?catalog=${catalog.id}` },
      ]}
      note={file ? quoted(file.name) : "Таблица XLSX или CSV, или архив ZIP с таблицей и фотографиями"}
      actions={
        <>
          {report && (
            <Button
              size="xs"
              leftSection={<Icon name="download" size="s" />}
              onClick={() => saveReport(report, corrections)}
            >
              Отчёт, csv
            </Button>
          )}
          {file && !running && (
            <Button
              size="xs"
              variant={isDeadEnd && corrections.length === 0 ? "bid" : "default"}
              onClick={() => field.current?.click()}
            >
              {isDeadEnd ? "Выбрать другой файл" : "Другой файл"}
            </Button>
          )}
          {report && !done && !running && corrections.length > 0 && (
            <Button
              size="xs"
              variant={isDeadEnd ? "bid" : "default"}
              onClick={() => void runImport(houseId, true, false)}
            >
              Проверить ещё раз
            </Button>
          )}
          {report && !done && !running && ready > 0 && (
            <Button
              size="xs"
              variant="bid"
              onClick={() => (refused > 0 ? setSkipping(true) : void store(false))}
            >
              Загрузить {count(ready, LOTS)}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={field}
        type="file"
        hidden
        accept=".xlsx,.csv,.zip"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          choose(chosen);
        }}
      />
      {!file ? (
        <div className={css.start}>
          <UnfinishedUploads houseId={houseId} onContinue={choose} />
          {picker}
          {warning}
          <button
            type="button"
            className={css.drop}
            onClick={() => field.current?.click()}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              choose(event.dataTransfer.files[0]);
            }}
          >
            <Icon name="upload" size="l" />
            <b>Выберите файл или бросьте его сюда</b>
            <span className="caption">
              Сначала таблица только проверяется. Фотографии в архиве называются по номеру лота: 27.jpg,
              27_2.jpg
            </span>
          </button>
          <RecentImports houseId={houseId} />
        </div>
      ) : (
        <>
          {!done && warning}
          {running && <RunningImport houseId={houseId} running={running} />}
          {fault && !running && (
            <p className={css.fault} role="alert" tabIndex={-1} ref={catchFocus}>
              <Icon name="warn" /> {fault}
            </p>
          )}
          {(report || headings.length > 0) && !done && (
            <ColumnsOfFile houseId={houseId} run={run} report={report} headings={headings} />
          )}
          {report && <CheckedRows houseId={houseId} report={report} corrections={corrections} />}
          {done && (
            <EmptyState
              title="Лоты загружены"
              action={{ label: "К лотам", to: `/house-account/${houseId}/lots?catalog=${catalog.id}` }}
            >
              <Button variant="quiet" onClick={() => clearImport(houseId)}>
                Загрузить другой файл
              </Button>
            </EmptyState>
          )}
        </>
      )}
      <ConfirmDialog
        opened={skipping}
        title="Загрузить без отклонённого?"
        confirm={`Загрузить ${count(ready, LOTS)}`}
        onClose={() => setSkipping(false)}
        onConfirm={() => {
          setSkipping(false);
          void store(true);
        }}
      >
        <p>
          Не будут загружены: {count(report?.refused ?? 0, ROWS)} таблицы и фотографий —{" "}
          {report?.pictures.refused ?? 0}. Их можно исправить здесь и загрузить потом: лоты узнаются по
          номеру.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}
