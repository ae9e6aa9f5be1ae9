import { useEffect, useEffectEvent } from "react";
import type { Control } from "./controls";
import type { Hall } from "./useHall";

/** The keys of the hall's amounts, the minimum first. */
export const AMOUNT_KEYS = [
  { key: "Пробел", shortcut: "Space", code: " ", what: "Ставка зала: минимальная" },
  { key: "↑", shortcut: "ArrowUp", code: "ArrowUp", what: "Ставка зала: через шаг" },
  { key: "PgUp", shortcut: "PageUp", code: "PageUp", what: "Ставка зала: через два шага" },
] as const;

const EDITING = ["Backspace", "Delete", "ArrowLeft", "ArrowRight"];

interface Keys {
  controls: readonly Control[];
  press: (control: Control) => void;
  hall: Hall;
  onHelp: () => void;
  /** An open dialog has the keyboard. */
  blocked: boolean;
}

/** Runs the desk by keyboard, wherever the focus is, except in a text field. */
export function useKeys({ controls, press, hall, onHelp, blocked }: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const inPaddle = target === hall.field.current;
    if (!inPaddle && target?.closest("input, textarea, [role=menu]")) return;
    // Backspace and arrows edit the paddle.
    if (inPaddle && hall.paddle !== "" && EDITING.includes(event.key)) return;
    const onButton = target?.closest("button, a");
    if (onButton && (event.key === "Enter" || event.key === " ")) return;

    const amount = AMOUNT_KEYS.findIndex(({ code }) => code === event.key);
    const control = controls.find(({ code }) => code === event.key);
    if (amount >= 0) hall.bid(amount);
    else if (control) press(control);
    else if (event.key === "?") onHelp();
    else if (/^\d$/.test(event.key) && !inPaddle) {
      hall.field.current?.focus();
      hall.setPaddle(hall.paddle + event.key);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (blocked) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [blocked]);
}
