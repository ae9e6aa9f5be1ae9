import { Button } from "@/components/Button/Button";
import { percent } from "@/lib/format";
import css from "./actions.module.css";

interface SendingProgressProps {
  /** The part that has arrived, 0 to 1. */
  part: number;
  /** What is being sent. */
  label: string;
  onStop?: () => void;
}

/** How much of a file has been sent, and a way to stop. */
export function SendingProgress({ part, label, onStop }: SendingProgressProps) {
  return (
    <div className={css.upload}>
      <progress value={part} max={1} aria-label={label} />
      <span className="row caption num">
        Отправлено {percent(Math.floor(part * 100))}
        {onStop && (
          <Button size="xs" variant="quiet" onClick={onStop}>
            Остановить
          </Button>
        )}
      </span>
    </div>
  );
}
