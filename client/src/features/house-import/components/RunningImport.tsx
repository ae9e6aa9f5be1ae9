import { Progress } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import { type ImportRun, type Stage, stopImport } from "../model/importRun";
import css from "./HouseImportPage.module.css";

const STAGES: Record<Stage, string> = {
  sending: "Файл отправляется",
  rows: "Строки сравниваются с лотами",
  pictures: "Фотографии проверяются",
  saving: "Лоты сохраняются",
};

/** How far a running import is. */
export function RunningImport({
  houseId,
  running,
}: {
  houseId: number;
  running: NonNullable<ImportRun["running"]>;
}) {
  const { stage, done, total } = running;
  const part = total === 0 ? 0 : Math.round((done * 100) / total);
  const isSending = stage === "sending";
  return (
    <section className={css.running} aria-label="Ход импорта">
      <p>
        <b>{STAGES[stage]}</b>
        {isSending ? `: ${part} %` : total > 0 && `: ${done} из ${total}`}
      </p>
      <Progress color="var(--ink)" value={part} aria-label={STAGES[stage]} />
      <p className="caption">
        {isSending
          ? "Можно открыть другой раздел кабинета. Если связь прервётся или сайт закроется, выберите этот же файл в течение суток: отправка продолжится с того же места"
          : "Страницу можно закрыть: сервер доведёт дело до конца, а отчёт останется здесь в недавних импортах"}
      </p>
      {isSending && (
        <Button size="xs" variant="quiet" onClick={() => stopImport(houseId)}>
          Остановить
        </Button>
      )}
    </section>
  );
}
