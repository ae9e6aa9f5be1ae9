import type { ReactNode } from "react";
import { Icon } from "../Icon/Icon";
import css from "./Chip.module.css";

/** Switches one filter on and off. */
export function ToggleChip({
  on,
  onClick,
  children,
}: {
  on: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={css.chip} data-on={on || undefined} aria-pressed={on} onClick={onClick}>
      {on && <Icon name="check" size="s" />}
      {children}
    </button>
  );
}

/** An active filter; pressing removes it. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={css.chip}
      data-removable
      onClick={onRemove}
      aria-label={`Убрать фильтр: ${label}`}
    >
      {label}
      <Icon name="x" size="s" />
    </button>
  );
}

/** Chips in a row that wraps, or scrolls sideways on a phone. */
export function Chips({ children, label }: { children: ReactNode; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div className={css.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}
