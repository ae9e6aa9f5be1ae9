import type { ImportRunShort } from "@/lib/api/types";
import type { RemedyTone } from "@/staff/blocks/Remedy";

type State = ImportRunShort["state"];

export const STATES: Readonly<Record<State, { label: string; tone: RemedyTone; isRunning?: true }>> = {
  running: { label: "Идёт", tone: "ok", isRunning: true },
  checked: { label: "Таблица проверена", tone: "ok" },
  stored: { label: "Лоты загружены", tone: "ok" },
  refused: { label: "Ничего не загружено", tone: "bad" },
  failed: { label: "Не удалось", tone: "bad" },
  broken: { label: "Прервано: сервер остановился", tone: "bad" },
};

/** What came of a run, in a line. */
export function outcomeOf(run: ImportRunShort): string {
  const { label } = STATES[run.state];
  if (run.state === "broken") return `${label}. Лоты не изменились, повторите импорт`;
  if (run.counts === null) return run.problem ? `${label}: ${run.problem}` : label;
  const { new: added, changed, refused, refusedPictures } = run.counts;
  const parts = [
    `новых ${added}`,
    `изменено ${changed}`,
    refused > 0 && `отклонено строк ${refused}`,
    refusedPictures > 0 && `отклонено фотографий ${refusedPictures}`,
  ];
  return `${label}: ${parts.filter(Boolean).join(", ")}`;
}

/** Whether a run left something to mend. */
export const leftRefused = ({ counts }: ImportRunShort): boolean =>
  counts !== null && counts.refused + counts.refusedPictures > 0;
