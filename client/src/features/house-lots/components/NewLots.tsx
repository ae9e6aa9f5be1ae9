import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { count } from "@/lib/format";

const LOTS = ["лот", "лота", "лотов"] as const;
const ROWS = ["строка", "строки", "строк"] as const;

interface AskNewLotsProps {
  /** Pasted rows below the last lot; 0 asks nothing. */
  rows: number;
  onCreate: () => void;
  onClose: () => void;
}

/** Asks once whether pasted rows that do not fit become lots. */
export function AskNewLots({ rows, onCreate, onClose }: AskNewLotsProps) {
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
    </ConfirmDialog>
  );
}

/** Keeps the page while pasted rows are not lots yet: they are nowhere else. */
export function HoldNewLots({ rows }: { rows: number }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      rows > 0 &&
      (from.pathname !== to.pathname ||
        new URLSearchParams(from.search).get("catalog") !== new URLSearchParams(to.search).get("catalog")),
  );
  useEffect(() => {
    if (rows === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [rows]);
  return (
    <ConfirmDialog
      opened={blocker.state === "blocked"}
      title="Уйти со страницы?"
      confirm="Уйти"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p className="small">{count(rows, ROWS)} ещё не стали лотами и пропадут.</p>
    </ConfirmDialog>
  );
}
