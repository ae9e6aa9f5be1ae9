import { TextInput } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import type { AbsenteeCount } from "@/lib/api/types";
import type { LiveSale } from "@/trade/live/useLiveSale";
import type { DeskAction } from "../model/actions";
import { PAUSE_REASON_LENGTH } from "../model/controls";
import { chosenFrom } from "../model/desk";
import type { Asked, Conduct } from "../model/useConduct";
import { Answers, Keyed } from "./Answers";
import css from "./console.module.css";
import { TakeLots } from "./TakeLots";

/** Questions that are about the lot on the block, and those about its bet. */
const ABOUT_LOT: readonly DeskAction[] = ["next", "sell", "skip", "revoke"];
const ABOUT_BET: readonly DeskAction[] = ["sell", "revoke"];

const REASONS = ["Технический перерыв", "Перерыв 5 минут", "Ждём эксперта"] as const;

interface ConfirmationProps {
  conduct: Conduct;
  sale: LiveSale;
  absentee: readonly AbsenteeCount[];
}

/** Asks before an action that cannot be undone, or that takes a reason. */
export function Confirmation({ conduct, sale, absentee }: ConfirmationProps) {
  const { asked } = conduct;
  if (!asked) return null;
  const title = asked.control.title ?? asked.control.label;
  return (
    <Dialog opened onClose={conduct.dismiss} title={title}>
      {asked.control.takesReason ? (
        <Reason asked={asked} conduct={conduct} />
      ) : asked.control.takesLots ? (
        <TakeLots asked={asked} lots={chosenFrom(sale)} absentee={absentee} conduct={conduct} />
      ) : (
        <Question asked={asked} conduct={conduct} />
      )}
    </Dialog>
  );
}

interface AskedProps {
  asked: Asked;
  conduct: Conduct;
}

/**
 * «Не надо» has the focus, so that Enter pressed twice does nothing; «Д» confirms, on either layout. A key that is held down
 * answers nothing. The window listens, because «Д» may follow the first key before the dialog has the focus.
 */
function Question({ asked, conduct }: AskedProps) {
  const { action, label, confirm, question, about } = asked.control;
  useWindowEvent("keydown", (event) => {
    if (event.repeat) event.preventDefault();
    else if (event.code === "KeyL" && !event.ctrlKey && !event.metaKey && !event.altKey) conduct.confirm();
  });
  return (
    <>
      <p>{question}</p>
      {about?.map((line) => (
        <p key={line} className="muted num">
          {line}
        </p>
      ))}
      {ABOUT_LOT.includes(action) && asked.lot && <p className="muted">{asked.lot}</p>}
      {ABOUT_BET.includes(action) && asked.bet && <p className="muted num">{asked.bet}</p>}
      <Answers isCareful onDismiss={conduct.dismiss}>
        <Button variant="bid" aria-keyshortcuts="Д" onClick={() => conduct.confirm()}>
          <Keyed k="Д">{confirm ?? label}</Keyed>
        </Button>
      </Answers>
    </>
  );
}

/** The reason of a pause may stay empty. */
function Reason({ asked, conduct }: AskedProps) {
  const [reason, setReason] = useState("");
  return (
    <form
      className={css.reason}
      onSubmit={(event) => {
        event.preventDefault();
        conduct.confirm(reason);
      }}
    >
      <p>{asked.control.question}</p>
      <TextInput
        data-autofocus
        label="Причина"
        placeholder="Можно не указывать"
        value={reason}
        maxLength={PAUSE_REASON_LENGTH}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={css.chips}>
        {REASONS.map((text) => (
          <button key={text} type="button" onClick={() => conduct.confirm(text)}>
            {text}
          </button>
        ))}
      </div>
      <Answers onDismiss={conduct.dismiss}>
        <Button type="submit" variant="bid">
          <Keyed k="Enter">{asked.control.label}</Keyed>
        </Button>
      </Answers>
    </form>
  );
}
