import { useSyncExternalStore } from "react";
import { ApiError, faultText } from "@/lib/api/errors";
import type { ImportCorrection, ImportProgress, ImportReport } from "@/lib/api/types";
import { sendImport } from "../api/import";

export type Stage = "sending" | ImportProgress["stage"];

/** A house's import: it outlives its page, so that people may look elsewhere in the cabinet meanwhile. */
export interface ImportRun {
  file: File | null;
  catalogId: number | null;
  columns: Readonly<Record<string, string | null>>;
  corrections: readonly ImportCorrection[];
  running: { dryRun: boolean; stage: Stage; done: number; total: number } | null;
  /** Of the last run. */
  report: ImportReport | null;
  /** Why the file could not be read or nothing was stored. */
  fault: string | null;
  /** The table's headings, if required columns are missing. */
  headings: readonly string[];
}

const FRESH: ImportRun = {
  file: null,
  catalogId: null,
  columns: {},
  corrections: [],
  running: null,
  report: null,
  fault: null,
  headings: [],
};

const runs = new Map<number, ImportRun>();
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();

export const importOf = (houseId: number): ImportRun => runs.get(houseId) ?? FRESH;

/** Whether leaving the site would lose work. Once it has the file the server goes on alone, and keeps the report. */
const isAtRisk = ({ running, report, corrections }: ImportRun): boolean =>
  running?.stage === "sending" || (corrections.length > 0 && !report?.applied);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

export function changeImport(houseId: number, change: Partial<ImportRun>): void {
  runs.set(houseId, { ...importOf(houseId), ...change });
  // Always listening would keep browsers from storing the page for a return to it.
  if ([...runs.values()].some(isAtRisk)) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useImport = (houseId: number): ImportRun =>
  useSyncExternalStore(subscribe, () => importOf(houseId));

/** Starts over with another file. */
export function chooseFile(houseId: number, catalogId: number, file: File): void {
  stopImport(houseId);
  runs.set(houseId, FRESH);
  changeImport(houseId, { file, catalogId });
}

export const stopImport = (houseId: number) => stops.get(houseId)?.abort();

export function clearImport(houseId: number): void {
  stopImport(houseId);
  changeImport(houseId, FRESH);
}

/** Checks the table, or stores its lots. Returns whether lots were stored. */
export async function runImport(houseId: number, dryRun: boolean, skipRefused: boolean): Promise<boolean> {
  const { file, catalogId, columns, corrections, running } = importOf(houseId);
  if (!file || catalogId === null || running) return false;
  const stop = new AbortController();
  stops.set(houseId, stop);
  changeImport(houseId, { running: { dryRun, stage: "sending", done: 0, total: 100 }, fault: null });
  try {
    const end = await sendImport(
      { houseId, catalogId, file, dryRun, skipRefused, columns, corrections },
      (part) =>
        changeImport(houseId, {
          running: { dryRun, stage: "sending", done: Math.round(part * 100), total: 100 },
        }),
      ({ stage, done, total }) => changeImport(houseId, { running: { dryRun, stage, done, total } }),
      stop.signal,
    );
    changeImport(houseId, {
      running: null,
      report: end.result,
      fault: end.problem?.detail ?? null,
      headings: [],
    });
    return end.result?.applied ?? false;
  } catch (error) {
    const headings = error instanceof ApiError ? (error.fields.headings ?? []) : [];
    const fault = error instanceof ApiError ? (error.field("file") ?? faultText(error)) : faultText(error);
    changeImport(houseId, { running: null, report: null, fault, headings });
    return false;
  } finally {
    stops.delete(houseId);
  }
}

/** What a cell is read as from now on; another correction of the cell replaces it. */
export function correctCell(houseId: number, correction: ImportCorrection): void {
  const { corrections } = importOf(houseId);
  changeImport(houseId, {
    corrections: [
      ...corrections.filter(({ row, field }) => row !== correction.row || field !== correction.field),
      correction,
    ],
  });
}

export function dropCorrection(houseId: number, row: number, field: string): void {
  const { corrections } = importOf(houseId);
  changeImport(houseId, {
    corrections: corrections.filter((other) => other.row !== row || other.field !== field),
  });
}
