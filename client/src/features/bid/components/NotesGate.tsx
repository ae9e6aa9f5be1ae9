import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import css from "./bid.module.css";

/** The notes of an imported lot, to be read before the first bet on it. */
export function NotesGate({ notes, onRead }: { notes: string; onRead: () => void }) {
  const [read, setRead] = useState(false);
  return (
    <div className={css.stack}>
      <p className="small muted">У лота есть примечания. Прочитайте их, прежде чем сделать первую ставку.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <section className={css.notes} tabIndex={0} aria-label="Примечания к лоту">
        {notes}
      </section>
      <Checkbox
        label="С примечаниями ознакомился"
        checked={read}
        onChange={(event) => setRead(event.currentTarget.checked)}
      />
      <Button variant="bid" fullWidth className={css.confirm} disabled={!read} onClick={onRead}>
        Продолжить
      </Button>
    </div>
  );
}
