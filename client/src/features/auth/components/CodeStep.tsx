import { useId } from "react";
import { Button } from "@/components/Button/Button";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { DevOutbox } from "@/components/DevOutbox/DevOutbox";
import { shortClock } from "@/lib/format";
import type { CodeSignIn } from "../model/useCodeSignIn";
import { ConsentField } from "./ConsentField";
import css from "./LoginModal.module.css";

interface CodeStepProps {
  attempt: CodeSignIn;
  length: number;
  /** Says where the code is. */
  hint: string;
  /** «Отправить код», and «Отправить код ещё раз» afterwards. */
  labels: { first: string; again: string };
  to: string;
}

/** The code's field once a code is on its way, and the button that requests one. */
export function CodeStep({ attempt, length, hint, labels, to }: CodeStepProps) {
  const hintId = useId();
  return (
    <>
      {attempt.isSent && (
        <div className={css.code}>
          <p className={css.hint} id={hintId}>
            {hint}
          </p>
          <CodeInput
            ref={attempt.field}
            describedBy={hintId}
            length={length}
            value={attempt.code}
            error={attempt.refused}
            disabled={attempt.isChecking}
            onChange={attempt.enter}
            onComplete={attempt.check}
          />
        </div>
      )}
      {!attempt.isSent && <ConsentField consent={attempt.consent} />}
      <Button
        type="submit"
        fullWidth
        variant={attempt.isSent ? "default" : "bid"}
        disabled={attempt.left > 0}
        data-pending={attempt.isSending || undefined}
      >
        {!attempt.isSent ? (
          labels.first
        ) : attempt.left > 0 ? (
          <>
            {labels.again} через&nbsp;{shortClock(attempt.left * 1000)}
          </>
        ) : (
          labels.again
        )}
      </Button>
      {attempt.isSent && <DevOutbox to={to} />}
    </>
  );
}
