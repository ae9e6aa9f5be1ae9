import { useEffect, useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { count, plural } from "@/lib/format";
import { useLeaveGuard } from "@/lib/navigation/useLeaveGuard";
import type { NewLots } from "../model/useNewLots";
import css from "./HouseLotsPage.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;
const ROWS = ["строка", "строки", "строк"] as const;
/** After «Убрать», in the accusative. */
const THESE_ROWS = ["строку", "строки", "строк"] as const;

interface AskNewLotsProps {
  /** Pasted rows below the last lot; 0 asks nothing. */
  rows: number;
  /** Who sees the lots at once, if they are not the house's alone. */
  warning: string | null;
  onCreate: () => void;
  onClose: () => void;
}

/** Asks once whether pasted rows that do not fit become lots. */
export function AskNewLots({ rows, warning, onCreate, onClose }: AskNewLotsProps) {
  return (
    <ConfirmDialog
      opened={rows > 0}
      title={`Создать ещё ${count(rows, LOTS)}?`}
      confirm="Создать"
      onConfirm={onCreate}
      onClose={onClose}
    >
      <p className="small">
        В буфере больше строк, чем в таблице. Лишние станут новыми лотами, по одному на строку. Строка,
        которую не удастся принять, останется внизу таблицы с объяснением.
      </p>
      {warning && (
        <p className="small">
          <b>{warning}</b>
        </p>
      )}
    </ConfirmDialog>
  );
}

/** How far the pasted rows are, with ways to stop, to go on and to drop what is no lot. */
export function NewLotsBar({ fresh }: { fresh: NewLots }) {
  const [dropping, setDropping] = useState(false);
  const { progress, left, held } = fresh;
  if (!progress && left === 0) return null;
  return (
    <section className={css.fresh} aria-label="Новые лоты">
      {progress ? (
        <>
          <span role="status">
            Создаются лоты: {progress.done} из {progress.of}
          </span>
          {progress.of - progress.done > 1 && (
            <Button size="xs" variant="quiet" onClick={fresh.stop}>
              Остановить
            </Button>
          )}
        </>
      ) : (
        <>
          <span role="status">
            {count(left, ROWS)} ещё не {plural(left, ["стала лотом", "стали лотами", "стали лотами"])}
          </span>
          {held > 0 && (
            <Button size="xs" onClick={fresh.goOn}>
              Продолжить
            </Button>
          )}
          <Button size="xs" variant="quiet" onClick={() => setDropping(true)}>
            Убрать все
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={dropping}
        title={`Убрать ${count(left, THESE_ROWS)}?`}
        confirm="Убрать"
        onClose={() => setDropping(false)}
        onConfirm={() => {
          setDropping(false);
          fresh.dropAll();
        }}
      >
        <p>Лотами они не станут. Созданные лоты останутся.</p>
      </ConfirmDialog>
    </section>
  );
}

/** Keeps the page while pasted rows are not lots yet: they are nowhere else. */
export function HoldNewLots({ rows }: { rows: number }) {
  const leaving = useLeaveGuard(
    rows > 0,
    (from, to) =>
      from.pathname === to.pathname &&
      new URLSearchParams(from.search).get("catalog") === new URLSearchParams(to.search).get("catalog"),
  );
  // They wanted to leave while the last rows were on their way, and all are lots now.
  useEffect(() => {
    if (leaving && rows === 0) leaving.proceed();
  }, [leaving, rows]);
  return (
    <ConfirmDialog
      opened={leaving !== null}
      title="Уйти со страницы?"
      confirm="Уйти"
      onConfirm={() => leaving?.proceed()}
      onClose={() => leaving?.stay()}
    >
      <p className="small">
        {count(rows, ROWS)} ещё{" "}
        {plural(rows, [
          "не стала лотом и пропадёт",
          "не стали лотами и пропадут",
          "не стали лотами и пропадут",
        ])}
        .
      </p>
    </ConfirmDialog>
  );
}
