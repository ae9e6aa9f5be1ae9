import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { LotShort } from "@/lib/api/types";
import { type LotActionHandlers, LotActionsContext } from "@/trade/bidding/LotActions";
import { useBetSender } from "../model/useBetSender";

const BetDialog = lazy(() => import("./BetDialog"));
const AbsenteeDialog = lazy(() => import("./AbsenteeDialog"));

interface Opened {
  kind: "bet" | "absentee";
  lot: LotShort;
  value?: number;
  /** Tells one opening from the next: each starts from nothing, and an answer that comes late closes only its own. */
  turn: number;
  shown: boolean;
}

/** Offers bets and absentee bets to everything below, and shows their dialogs. */
export function BidActions({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // Here and not in the dialog: a bet that went unanswered keeps its key when the dialog is opened again.
  const send = useBetSender();

  const handlers = useMemo((): LotActionHandlers => {
    const open = (kind: Opened["kind"]) => (lot: LotShort, value?: number) => {
      setOpened((before) => ({ kind, lot, value, turn: (before?.turn ?? 0) + 1, shown: true }));
    };
    const bet = open("bet");
    const absentee = open("absentee");
    return { bet, prebet: bet, absentee, raiseAbsentee: absentee };
  }, []);

  const turn = opened?.turn;
  const close = () => setOpened((now) => (now?.turn === turn && now ? { ...now, shown: false } : now));
  return (
    <LotActionsContext value={handlers}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          {opened.kind === "bet" ? (
            <BetDialog
              key={opened.turn}
              lot={opened.lot}
              value={opened.value}
              opened={opened.shown}
              onClose={close}
              send={send}
            />
          ) : (
            <AbsenteeDialog key={opened.turn} lot={opened.lot} opened={opened.shown} onClose={close} />
          )}
        </Suspense>
      )}
    </LotActionsContext>
  );
}
