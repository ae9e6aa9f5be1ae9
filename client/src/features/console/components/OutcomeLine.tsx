import { Icon } from "@/components/Icon/Icon";
import type { Outcome } from "../model/useConduct";
import css from "./console.module.css";

/** The outcome of the last action or hall bet, beside the keys where the eyes are. */
export function OutcomeLine({ outcome }: { outcome: Outcome | null }) {
  return (
    <p className={css.outcome} role="status" data-bad={outcome?.bad || undefined}>
      {outcome && (
        <>
          <Icon name={outcome.bad ? "warn" : "check"} />
          {outcome.text}
        </>
      )}
    </p>
  );
}
