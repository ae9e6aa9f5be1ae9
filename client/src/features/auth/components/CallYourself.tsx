import { Button } from "@/components/Button/Button";
import css from "./LoginModal.module.css";

interface CallYourselfProps {
  /** Why the way at hand is closed. */
  reason: string;
  onOtherWay: () => void;
}

/** Offers the way that others cannot close: only the owner of a number can call from it. */
export function CallYourself({ reason, onOtherWay }: CallYourselfProps) {
  return (
    <div className={css.notice} role="alert">
      {reason}
      <Button size="sm" onClick={onOtherWay}>
        Позвонить самому
      </Button>
    </div>
  );
}
