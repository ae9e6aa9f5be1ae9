import { useMediaQuery } from "@mantine/hooks";
import { Button, type ButtonVariant } from "@/components/Button/Button";
import type { DeskAction } from "../model/actions";
import type { Control } from "../model/controls";
import type { Conduct } from "../model/useConduct";
import { JUST_MOVED, KEYS_NOTE } from "../model/words";
import css from "./Controls.module.css";
import { Kbd } from "./Kbd";

const VARIANTS: Partial<Record<DeskAction, ButtonVariant>> = { sell: "bid", revoke: "danger", warn: "warn" };

/** Whichever of these is on goes before «Продать», which is off then. */
const MAIN: readonly DeskAction[] = ["start", "resume", "finish"];
/** The main key after the hammer. */
const MAIN_AFTER: readonly DeskAction[] = [...MAIN, "next"];

/** The auctioneer's actions, each with its key and the reason why it is off. */
export function Controls({ conduct }: { conduct: Conduct }) {
  // Once the sale runs, its start is behind; the list of keys still has it.
  const shown = conduct.controls.filter(
    ({ action, off }) => action !== "start" || off === null || !conduct.isRunning,
  );
  // On a phone one key is in reach, the others in a row that scrolls.
  const isPhone = useMediaQuery("(max-width: 45em)", false, { getInitialValueInEffect: false });
  const mains = conduct.isHammered ? MAIN_AFTER : MAIN;
  const main =
    shown.find(({ action, off }) => off === null && mains.includes(action)) ??
    shown.find(({ action }) => action === "sell");
  const { note } = conduct;
  const noteLine = note && (
    <p className={css.note} id={KEYS_NOTE} data-keys-note>
      {note.text}
    </p>
  );
  const key = (control: Control) => (
    <Button
      key={control.action}
      className={css.key}
      variant={VARIANTS[control.action]}
      data-on={control.on || undefined}
      aria-pressed={control.on}
      // Stays focusable, so that the reason why it is off can be read.
      aria-disabled={control.off !== null || conduct.isHeldBack(control) || undefined}
      data-settling={conduct.isHeldBack(control) || undefined}
      data-pending={conduct.isUnderWay(control) || undefined}
      title={control.off ?? (conduct.quiet ? JUST_MOVED : undefined)}
      aria-describedby={control.off !== null && note?.covers.includes(control.off) ? KEYS_NOTE : undefined}
      aria-keyshortcuts={control.code}
      onClick={() => conduct.press(control)}
    >
      {control.label}
      <Kbd>{control.key}</Kbd>
    </Button>
  );
  if (!isPhone) {
    return (
      <>
        {noteLine}
        <div className={css.keys}>{shown.map(key)}</div>
      </>
    );
  }
  return (
    <div className={css.keys}>
      {noteLine}
      {main && key(main)}
      <div className={css.more}>{shown.filter((control) => control !== main).map(key)}</div>
    </div>
  );
}
