import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { loadDialogs } from "@/components/Dialog/Dialog";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { type LotActionHandlers, LotActionsContext } from "@/trade/bidding/LotActions";

const loadBet = () => import("./BetDialog");
const BetDialog = lazyDialog(loadBet);
const AbsenteeDialog = lazyDialog(() => import("./AbsenteeDialog"));

/** Delay in milliseconds, so that the page's own files load first. */
const SETTLED = 3_000;

/** Preloads the bid dialog for signed-in users, so that the first press does not depend on the network. */
function useDialogAhead(): void {
  const { user } = useSession();
  const isBidder = user !== null;
  useEffect(() => {
    if (!isBidder) return;
    // Failures are handled when the dialog opens.
    const timer = setTimeout(() => void Promise.allSettled([loadDialogs(), loadBet()]), SETTLED);
    return () => clearTimeout(timer);
  }, [isBidder]);
}

interface Opened {
  kind: "bet" | "absentee";
  lot: LotShort;
  value?: number;
  /** Numbers the openings: each starts over, and a late answer closes only its own. */
  turn: number;
  shown: boolean;
}

/** Provides the bet actions to the tree below and shows their dialogs. */
export function BidActions({ children }: { children: ReactNode }) {
  useDialogAhead();
  const [opened, setOpened] = useState<Opened | null>(null);
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
            />
          ) : (
            <AbsenteeDialog key={opened.turn} lot={opened.lot} opened={opened.shown} onClose={close} />
          )}
        </Suspense>
      )}
    </LotActionsContext>
  );
}
