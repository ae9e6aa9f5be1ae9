import { Button, Progress, Select, Skeleton, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useParams } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import { flatten, useClassificator } from "@/lib/api/queries/classificator";
import type { CatalogShort, ImportCorrection, ImportRefusedRow, ImportReport } from "@/lib/api/types";
import { CatalogState } from "@/lib/enums";
import { count, quoted } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { Block, Figures } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { houseCatalogsOptions, takesLots } from "@/staff/catalogs/houseCatalogs";
import { csv, download } from "@/staff/table/csv";
import { fieldLabel, IMPORT_FIELDS, SKIP } from "../model/fields";
import {
  changeImport,
  chooseFile,
  clearImport,
  correctCell,
  dropCorrection,
  type ImportRun,
  runImport,
  type Stage,
  stopImport,
  useImport,
} from "../model/importRun";
import css from "./HouseImportPage.module.css";
import { UnfinishedUploads } from "./UnfinishedUploads";

const LOTS = ["лот", "лота", "лотов"] as const;
const ROWS = ["строка", "строки", "строк"] as const;

/** Lots from a spreadsheet: the file, what its columns mean, the check with corrections, and the import. */
export default function HouseImportPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const run = useImport(houseId);
  const catalogs = useQuery(houseCatalogsOptions(houseId));
  const asked = params.get("catalog");
  // The address names another catalog than the house's last import: that import is over, or its page stays open.
  const isElsewhere = asked !== null && run.catalogId !== null && asked !== String(run.catalogId);
  const comeFromElsewhere = useEffectEvent(() => {
    if (!isElsewhere) return;
    if (run.running) change({ catalog: run.catalogId }, { replace: true });
    else clearImport(houseId);
  });
  // Decided once an address: an import that ends while the address goes back to it must not be dropped.
  useEffect(() => {
    if (asked !== null) comeFromElsewhere();
  }, [asked]);
  if (!catalogs.data || isElsewhere) {
    return (
      <StaffPage title="Импорт лотов">
        {catalogs.isError && !catalogs.data ? (
          <Fault error={catalogs.error} retry={() => void catalogs.refetch()} />
        ) : (
          <Skeleton h={240} role="status" aria-label="Загрузка" />
        )}
      </StaffPage>
    );
  }
  const open = catalogs.data.filter(takesLots);
  const wanted = run.catalogId === null ? asked : String(run.catalogId);
  const catalog = wanted === null ? open[0] : open.find(({ id }) => String(id) === wanted);
  const picker = (
    <Select
      label="Каталог"
      searchable
      nothingFoundMessage="Нет такого каталога"
      data={open.map(({ id, title, state }) => ({
        value: String(id),
        label: state === CatalogState.Temporary ? `${title} (черновик)` : title,
      }))}
      value={catalog ? String(catalog.id) : null}
      disabled={run.running !== null}
      onChange={(value) => change({ catalog: value }, { replace: true })}
    />
  );
  if (!catalog) {
    const known = catalogs.data.find(({ id }) => String(id) === wanted);
    return (
      <StaffPage title="Импорт лотов">
        <EmptyState
          title={
            open.length === 0
              ? "Нет каталога, который принимает лоты"
              : known
                ? `${quoted(known.title)} больше не принимает лоты`
                : "Такого каталога нет"
          }
        >
          {open.length === 0
            ? "Создайте каталог или дождитесь следующих торгов: лоты добавляются в черновик, назначенные и идущие торги."
            : "Лоты добавляются в черновик, назначенные и идущие торги. Выберите другой каталог."}
        </EmptyState>
        {open.length > 0 && <div className={css.start}>{picker}</div>}
      </StaffPage>
    );
  }
  return <Import houseId={houseId} catalog={catalog} run={run} picker={picker} />;
}

interface ImportProps {
  houseId: number;
  catalog: CatalogShort;
  run: ImportRun;
  picker: React.ReactNode;
}

function Import({ houseId, catalog, run, picker }: ImportProps) {
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
              leftSection={<Icon name="download" />}
              onClick={() => saveReport(report, corrections)}
            >
              Отчёт, csv
            </Button>
          )}
          {file && !running && (
            <Button size="xs" onClick={() => field.current?.click()}>
              Другой файл
            </Button>
          )}
          {report && !done && !running && corrections.length > 0 && (
            <Button size="xs" onClick={() => void runImport(houseId, true, false)}>
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
        </div>
      ) : (
        <>
          {running && <Running houseId={houseId} running={running} />}
          {fault && !running && (
            <p className={css.fault} role="alert">
              <Icon name="warn" /> {fault}
            </p>
          )}
          {(report || headings.length > 0) && !done && (
            <ColumnsOfFile houseId={houseId} run={run} report={report} headings={headings} />
          )}
          {report && <Checked houseId={houseId} report={report} corrections={corrections} />}
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
        title="Загрузить без отклонённого"
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

const STAGES: Record<Stage, string> = {
  sending: "Файл отправляется",
  rows: "Строки сравниваются с лотами",
  pictures: "Фотографии проверяются",
  saving: "Лоты сохраняются",
};

function Running({ houseId, running }: { houseId: number; running: NonNullable<ImportRun["running"]> }) {
  const { stage, done, total } = running;
  const part = total === 0 ? 0 : Math.round((done * 100) / total);
  const isSending = stage === "sending";
  return (
    <section className={css.running} aria-label="Ход импорта">
      <p>
        <b>{STAGES[stage]}</b>
        {isSending ? `: ${part} %` : total > 0 && `: ${done} из ${total}`}
      </p>
      <Progress value={part} aria-label={STAGES[stage]} />
      <p className="caption">
        {isSending
          ? "Можно открыть другой раздел кабинета. Если связь прервётся или сайт закроется, выберите этот же файл в течение суток: отправка продолжится с того же места"
          : "Страницу можно закрыть: сервер доведёт дело до конца"}
      </p>
      {isSending && (
        <Button size="xs" variant="quiet" onClick={() => stopImport(houseId)}>
          Остановить
        </Button>
      )}
    </section>
  );
}

interface ColumnsProps {
  houseId: number;
  run: ImportRun;
  report: ImportReport | null;
  headings: readonly string[];
}

/** What each heading of the file means. The server keeps the choice for the house's next tables. */
function ColumnsOfFile({ houseId, run, report, headings }: ColumnsProps) {
  const read = new Map(report?.columns.map(({ heading, field }) => [heading, field]));
  const all = report ? [...report.columns.map(({ heading }) => heading), ...report.unknownColumns] : headings;
  const unread = all.filter((heading) => !read.has(heading));
  return (
    <Block
      title="Колонки файла"
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
          mt="sm"
          disabled={run.running !== null}
          onClick={() => void runImport(houseId, true, false)}
        >
          Проверить с этими колонками
        </Button>
      )}
    </Block>
  );
}

interface CheckedProps {
  houseId: number;
  report: ImportReport;
  corrections: readonly ImportCorrection[];
}

function Checked({ houseId, report, corrections }: CheckedProps) {
  const { pictures } = report;
  return (
    <>
      <div className={css.figures}>
        <Figures
          figures={[
            { value: report.rowsRead, label: "строк прочитано" },
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
          <table className={css.table}>
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

interface RefusedCellProps {
  houseId: number;
  row: ImportRefusedRow;
  isFirst: boolean;
  error: ImportRefusedRow["errors"][number];
  corrections: readonly ImportCorrection[];
  /** Rows with the same faulty text; one correction can fix them all. */
  alike: readonly ImportRefusedRow[];
}

function RefusedCell({ houseId, row, isFirst, error, corrections, alike }: RefusedCellProps) {
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

/** What the check or the import found, row by row. */
function saveReport(report: ImportReport, corrections: readonly ImportCorrection[]): void {
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
