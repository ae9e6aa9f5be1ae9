import { Button } from "@/components/Button/Button";
import css from "./blocks.module.css";

interface BlockFaultProps {
  /** What did not load: «Заявки не загрузились». */
  what: string;
  retry: () => void;
}

/** A load error in place of one block of a page, with a retry button. */
export function BlockFault({ what, retry }: BlockFaultProps) {
  return (
    <p className={`small muted ${css.blockFault}`} role="alert">
      {what}.
      <Button size="xs" variant="quiet" onClick={retry}>
        Повторить
      </Button>
    </p>
  );
}
