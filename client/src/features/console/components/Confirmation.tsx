import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import type { Act } from "../model/controls";
import type { Conduct } from "../model/useConduct";

/** Questions name what they are about, except «Вернуть предыдущий», which may mean another lot than the current one. */
const ABOUT_LOT: readonly Act[] = ["next", "sell", "skip", "revoke"];
const ABOUT_BET: readonly Act[] = ["next", "sell", "revoke"];

/** Asks before an act that cannot be undone. */
export function Confirmation({ conduct }: { conduct: Conduct }) {
  const { asked } = conduct;
  if (!asked) return null;
  const { act, label, question } = asked.control;
  return (
    <ConfirmDialog opened title={label} confirm={label} onConfirm={conduct.confirm} onClose={conduct.dismiss}>
      <p>{question}</p>
      {ABOUT_LOT.includes(act) && asked.lot && <p className="muted">{asked.lot}</p>}
      {ABOUT_BET.includes(act) && asked.bet && <p className="muted num">{asked.bet}</p>}
    </ConfirmDialog>
  );
}
