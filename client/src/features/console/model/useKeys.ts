import { useEffect, useEffectEvent } from "react";
import { isOverlayOpen } from "@/lib/overlays";
import type { Conduct } from "./useConduct";
import type { Hall } from "./useHall";

/** The keys of the hall's amounts, the minimum first. */
export const AMOUNT_KEYS = [
  { key: "Пробел", shortcut: "Space", code: " ", what: "Ставка зала: минимальная" },
  { key: "↑", shortcut: "ArrowUp", code: "ArrowUp", what: "Ставка зала: через шаг" },
  { key: "PgUp", shortcut: "PageUp", code: "PageUp", what: "Ставка зала: через два шага" },
] as const;

/** The keys of the first telephone lines. */
export const LINE_KEYS: readonly string[] = ["F8", "F9"];

/** Keys that lead to a field or a panel of the desk. */
export const FIELD_KEYS = [
  { key: "+", code: "+", what: "Ставка зала: своя сумма, затем Enter" },
  { key: "F3", code: "F3", what: "К лоту по номеру, затем Enter" },
  { key: "*", code: "*", what: "Продать несколько лотов вместе: одной ценой или на выбор покупателя" },
  { key: "F7", code: "F7", what: "Участники зала: номера, имена, лимиты" },
  { key: "F8, F9", code: "F8", what: "Номер участника на первой и второй телефонной линии" },
  { key: "Esc", code: "Escape", what: "Очистить номер участника и сумму" },
] as const;

interface Keys {
  conduct: Conduct;
  hall: Hall;
  onHelp: () => void;
  onJump: () => void;
  onJoin: () => void;
  onPaddles: () => void;
  /** Takes the number of a telephone line; false if nobody is on it. */
  onLine: (index: number) => boolean;
}

/**
 * Runs the desk by keyboard, wherever the focus is, unless a dialog is open. In a text field only the function keys are the
 * desk's; the paddle's field takes no arrows, so that a number left in it never keeps a key from the desk. Enter pressed
 * twice in a field or a dialog is not the hammer, even if the first one has closed it.
 */
export function useKeys(keys: Keys): void {
  const { conduct, hall } = keys;
  const { controls, press, refuse, enterElsewhere } = conduct;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const isEnter = event.key === "Enter";
    if (isOverlayOpen()) {
      if (isEnter) enterElsewhere.hold();
      return;
    }
    const target = event.target instanceof HTMLElement ? event.target : null;
    const inPaddle = target === hall.field.current;
    const inField = !inPaddle && !!target?.closest("input, textarea, [role=menu]");
    const onButton = target?.closest("button, a");
    if ((inField && !/^F\d+$/.test(event.key)) || (onButton && (isEnter || event.key === " "))) {
      if (isEnter) enterElsewhere.hold();
      return;
    }
    if (isEnter && enterElsewhere.isHeld()) {
      refuse("Enter только что нажат для другого. Чтобы продать лот, нажмите ещё раз");
      event.preventDefault();
      return;
    }

    if (inPaddle && hall.paddle !== "" && event.key === "Backspace") {
      refuse("Backspace стирает номер участника. Esc очищает поле целиком");
      return;
    }
    const amount = AMOUNT_KEYS.findIndex(({ code }) => code === event.key);
    const line = LINE_KEYS.indexOf(event.key);
    const control = controls.find(({ code }) => code === event.key);
    if (amount >= 0) hall.bid(amount);
    else if (isEnter && control?.off === null && hall.unbid !== null) refuse(hall.unbid);
    else if (control) press(control);
    else if (event.key === "?") keys.onHelp();
    else if (event.key === "F3") keys.onJump();
    else if (event.key === "*") keys.onJoin();
    else if (event.key === "F7") keys.onPaddles();
    else if (line >= 0) {
      if (!keys.onLine(line)) refuse("На этой телефонной линии никого нет");
    } else if (event.key === "+") hall.ownField.current?.focus();
    else if (event.key === "Escape") hall.clear();
    else if (/^\d$/.test(event.key) && !inPaddle) {
      hall.field.current?.focus();
      hall.setPaddle(hall.paddle + event.key);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
