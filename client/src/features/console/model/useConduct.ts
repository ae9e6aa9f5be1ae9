import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { faultText } from "@/lib/api/errors";
import type { Catalog } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { useHold } from "@/trade/bidding/useSteady";
import { applyAnswer } from "@/trade/live/applyAnswer";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { useAct } from "../api/auctioneer";
import { type Act, type Control, controlsOf } from "./controls";
import { deskOf, type Subject, subjectOf } from "./desk";

/** The outcome of the last act or hall bet, shown in the head of the desk. */
export interface Outcome {
  text: string;
  bad: boolean;
}

/** An act that waits for confirmation, with the lot and the bet it was asked about. */
export interface Asked extends Subject {
  control: Control;
  lotId: number | null;
}

/** For this long after the hammer no key acts on the lot that has just opened: the key was meant for the last one. */
const AFTER_HAMMER_MS = 800;
const HAMMERS: readonly Act[] = ["next", "sell", "skip"];

const DONE: Record<Act, string> = {
  start: "Аукцион успешно запущен",
  next: "Следующий лот",
  sell: "Лот продан",
  skip: "Лот снят с торгов",
  warn: "Объявлен последний раз",
  pause: "Торги приостановлены",
  resume: "Торги продолжаются",
  previous: "Лот возвращён в торги",
  revoke: "Ставка отменена",
  finish: "Аукцион завершён",
};

/** Conducts the sale: the controls, the act that awaits confirmation, and the outcome of the last one. */
export function useConduct(sale: LiveSale, catalog: Catalog) {
  const client = useQueryClient();
  const { isAdmin } = useSession();
  const now = useServerNow(500);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = useAct();

  const offline = sale.connection.state === "offline";
  const controls = controlsOf(deskOf(sale, catalog, isAdmin), now).map((control) =>
    offline ? { ...control, off: "Нет связи с сервером" } : control,
  );

  const subject = subjectOf(sale.current, catalog.currency);
  // The lot or the bet has changed, so confirming would now mean something else.
  const gone = asked !== null && asked.version !== subject.version;
  useEffect(() => {
    if (!gone) return;
    setAsked(null);
    setOutcome({ text: "Лот или ставка изменились, действие не выполнено", bad: true });
  }, [gone]);

  const { held: quiet, isHeld: isQuiet, hold: hush } = useHold(AFTER_HAMMER_MS);
  // The room may open the next lot before the answer comes, by its timer or through another auctioneer.
  const currentId = sale.current?.id;
  const lastId = useRef(currentId);
  useLayoutEffect(() => {
    if (lastId.current !== undefined && lastId.current !== currentId) hush();
    lastId.current = currentId;
  }, [currentId, hush]);

  const carryOut = async (control: Control, lotId: number | null) => {
    setAsked(null);
    try {
      const answer = await act.mutateAsync({
        act: control.act,
        catalogId: catalog.id,
        lotId,
        asAdmin: isAdmin && !catalog.isAuctioneer,
      });
      applyAnswer(client, answer);
      const done = answer.code === 0;
      if (done && HAMMERS.includes(control.act)) hush();
      setOutcome({ text: done ? DONE[control.act] : answer.message || "Неизвестная ошибка", bad: !done });
    } catch (error) {
      setOutcome({ text: faultText(error) ?? "Неизвестная ошибка", bad: true });
    }
  };
  const press = (control: Control) => {
    if (control.off !== null || act.isPending || isQuiet()) return;
    const lotId = sale.current?.id ?? null;
    if (control.question) setAsked({ control, lotId, ...subject });
    else void carryOut(control, lotId);
  };

  const isUnderWay = (control: Control) => act.isPending && act.variables?.act === control.act;
  return {
    controls,
    press,
    asked,
    confirm: () => asked && void carryOut(asked.control, asked.lotId),
    dismiss: () => setAsked(null),
    outcome,
    setOutcome,
    /** Right after the hammer. `quiet` is for display; `isQuiet` decides at the moment of the press. */
    quiet,
    isQuiet,
    isUnderWay,
    isHeldBack: (control: Control) => quiet || (act.isPending && !isUnderWay(control)),
  };
}

export type Conduct = ReturnType<typeof useConduct>;
