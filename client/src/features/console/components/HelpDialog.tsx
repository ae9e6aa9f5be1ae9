import { Dialog } from "@/components/Dialog/Dialog";
import type { Control } from "../model/controls";
import { AMOUNT_KEYS, FIELD_KEYS } from "../model/useKeys";
import css from "./console.module.css";
import { Kbd } from "./Kbd";

interface HelpDialogProps {
  controls: readonly Control[];
  opened: boolean;
  onClose: () => void;
}

export function HelpDialog({ controls, opened, onClose }: HelpDialogProps) {
  const rows = [
    ...controls.map(({ key, label }) => ({ key, what: label })),
    { key: "0–9", what: "Номер участника в зале" },
    ...AMOUNT_KEYS,
    ...FIELD_KEYS,
    { key: "Д", what: "Подтвердить, когда пульт спрашивает" },
    { key: "?", what: "Эта подсказка" },
  ];
  return (
    <Dialog opened={opened} onClose={onClose} title="Клавиши" size={880}>
      <dl className={css.help}>
        {rows.map(({ key, what }) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
