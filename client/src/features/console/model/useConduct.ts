import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { faultText } from "@/lib/api/errors";
import type { Catalog, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { useHold } from "@/trade/bidding/useSteady";
import { isDone } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { listed } from "@/trade/rules/together";
import { isRunning } from "@/trade/rules/trading";
import { useDeskAction } from "../api/auctioneer";
import type { DeskAction } from "./actions";
import { type Control, controlsOf, jumpOf, keysNote } from "./controls";
import { deskOf, type Subject, subjectOf, targetOf } from "./desk";
import { JUST_MOVED } from "./words";

/** The outcome of the last action or hall bet, shown in the head of the desk. */
export interface Outcome {
  text: string;
  bad: boolean;
}

/** An action that waits for confirmation, with the lot and the bet it was asked about. */
export interface Asked extends Subject {
  control: Control;
  lotId: number | null;
  /** The lot to jump to. */
  to: number | null;
  /** The leading bet's amount. */
  price: number | null;
  betId: number | null;
  currency: number;
}

/** For this long after the hammer no key acts on the lot that has just opened: the key was meant for the last one. */
const AFTER_HAMMER_MS = 800;
/** For this long after an Enter that meant a field or a dialog, Enter is not the hammer. */
const AFTER_ENTER_MS = 800;
const HAMMERS: readonly DeskAction[] = ["next", "sell", "skip"];

const OFFLINE = "Нет связи с сервером";

const DONE: Record<DeskAction, string> = {
  start: "Аукцион успешно запущен",
  next: "Следующий лот",
  sell: "Лот продан",
  skip: "Лот снят с торгов",
  warn: "Объявлен последний раз",
  pause: "Торги приостановлены",
  resume: "Торги продолжаются",
  previous: "Лот возвращён в торги",
  jump: "Лот открыт",
  revoke: "Ставка отменена",
  finish: "Торги завершены",
};

const LINE_DOWN: Outcome = { text: `${OFFLINE}: пульт показывает, что было до обрыва`, bad: true };

/** Conducts the sale: the controls, the action that awaits confirmation, and the outcome of the last one. */
export function useConduct(sale: LiveSale, catalog: Catalog) {
  const client = useQueryClient();
  const { isAdmin } = useSession();
  const now = useServerNow(500);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const mutation = useDeskAction();

  const offline = sale.connection.state === "offline";
  const connected = (control: Control): Control => (offline ? { ...control, off: OFFLINE } : control);
  // Clears a refusal once the connection, the pause or the lot changes, unless it arrived together with the change. What
  // was done before the line went down says nothing of what goes on now.
  const cause = `${offline} ${sale.pause !== null} ${sale.current?.id}`;
  const [seen, setSeen] = useState({ cause, outcome });
  if (seen.cause !== cause || seen.outcome !== outcome) {
    setSeen({ cause, outcome });
    if (seen.cause !== cause && seen.outcome === outcome && (outcome?.bad || offline)) setOutcome(null);
  }

  const desk = deskOf(sale, catalog, isAdmin);
  const known = controlsOf(desk, now);
  const controls = known.map(connected);

  const subject = subjectOf(sale.current, catalog.currency);
  // The lot or the bet has changed, so confirming would now mean something else. A pause concerns the lot, so a new leader does not matter.
  const gone =
    asked !== null &&
    (asked.control.takesReason
      ? asked.lotId !== (sale.current?.id ?? null)
      : asked.version !== subject.version);
  useEffect(() => {
    if (!gone) return;
    setAsked(null);
    setOutcome({ text: "Лот или ставка изменились, действие не выполнено", bad: true });
  }, [gone]);

  const { held: quiet, isHeld: isQuiet, hold: hush } = useHold(AFTER_HAMMER_MS);
  const { isHeld: isEnterHeld, hold: holdEnter } = useHold(AFTER_ENTER_MS);
  // The room may open the next lot before the answer comes, by its timer or through another auctioneer.
  const currentId = sale.current?.id;
  const lastId = useRef(currentId);
  useLayoutEffect(() => {
    if (lastId.current !== undefined && lastId.current !== currentId) hush();
    lastId.current = currentId;
  }, [currentId, hush]);

  const carryOut = async (
    { control, lotId, to, betId }: Pick<Asked, "control" | "lotId" | "to" | "betId">,
    reason: string | null = null,
    take: readonly LotShort[] = [],
  ) => {
    setAsked(null);
    const isLast = desk.current !== null && desk.current.choice === null && desk.current.fate.isLast;
    try {
      const answer = await mutation.mutateAsync({
        action: control.action,
        catalogId: catalog.id,
        lotId,
        asAdmin: isAdmin && !catalog.isAuctioneer,
        to,
        reason,
        take: take.map(({ id }) => id),
        betId,
      });
      applyAnswer(client, answer);
      const done = isDone(answer);
      if (done && HAMMERS.includes(control.action)) hush();
      setOutcome({
        text: done ? doneText(control.action, take, isLast) : answer.message || "Неизвестная ошибка",
        bad: !done,
      });
    } catch (error) {
      setOutcome({ text: faultText(error) ?? "Неизвестная ошибка", bad: true });
    }
  };
  /** A key that does nothing says why. */
  const refuse = (text: string) => setOutcome({ text, bad: true });
  /** False if the action was refused, neither sent nor asked about. */
  const press = (control: Control, to: number | null = null): boolean => {
    const refusal =
      control.off !== null
        ? `${control.label}: ${lowered(control.off)}`
        : isQuiet()
          ? `${JUST_MOVED}, нажмите ещё раз`
          : mutation.isPending
            ? "Прежнее действие ещё выполняется"
            : null;
    if (refusal !== null) {
      refuse(refusal);
      return false;
    }
    const lotId = sale.current?.id ?? null;
    const amount = sale.current?.price.value ?? null;
    if (control.question)
      setAsked({
        control,
        lotId,
        to,
        price: amount,
        betId: sale.current?.leadingBet?.id ?? null,
        currency: catalog.currency,
        ...subject,
      });
    else void carryOut({ control, lotId, to, betId: null });
    return true;
  };
  const jump = (number: number): boolean => {
    const target = targetOf(sale, number);
    return press(connected(jumpOf(desk, number, target, now)), target?.id ?? null);
  };

  const isUnderWay = (control: Control) =>
    mutation.isPending && mutation.variables?.action === control.action;
  return {
    controls,
    /** Why most keys are off, in one line. */
    note: keysNote(desk, known),
    isRunning: isRunning(sale.state),
    /** The hammer has fallen on the current lot. */
    isHammered: desk.current?.isBiddingOver ?? false,
    press,
    refuse,
    jump,
    asked,
    confirm: (reason: string | null = null, take: readonly LotShort[] = []) =>
      asked && void carryOut(asked, reason?.trim() || null, take),
    dismiss: () => setAsked(null),
    outcome: outcome ?? (offline ? LINE_DOWN : null),
    setOutcome,
    /** Right after the hammer. `quiet` is for display; `isQuiet` decides at the moment of the press. */
    quiet,
    isQuiet,
    /** Enter meant a field or a dialog, which may be gone now. */
    enterElsewhere: { isHeld: isEnterHeld, hold: holdEnter },
    isUnderWay,
    isHeldBack: (control: Control) => quiet || (mutation.isPending && !isUnderWay(control)),
  };
}

/** `isLast`: no lot came after the one that was on the block. */
function doneText(action: DeskAction, take: readonly LotShort[], isLast: boolean): string {
  if (action === "next" && isLast) return "Все лоты пройдены";
  const numbers = listed(take.map(({ catalogLotId }) => catalogLotId ?? 0));
  if (take.length === 0) return DONE[action];
  return take.length === 1 ? `Лот ${numbers} продан` : `Лоты ${numbers} проданы`;
}

/** Within a sentence. */
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export type Conduct = ReturnType<typeof useConduct>;
