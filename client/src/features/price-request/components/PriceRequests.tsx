import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { LotShort } from "@/lib/api/types";
import { sessionOptions } from "@/lib/auth/session";
import { type LotActionHandlers, LotActionsContext, useLotActions } from "@/trade/bidding/LotActions";

const PriceRequestDialog = lazyDialog(() => import("./PriceRequestDialog"));

interface Opened {
  lot: LotShort;
  userId: number | null;
  /** Numbers the requests: each new one starts empty, while one that was closed half-written is resumed. */
  turn: number;
  shown: boolean;
  sent: boolean;
}

/** Adds the price request to the actions on lots below, and shows its dialog. */
export function PriceRequests({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const others = useLotActions();
  const [opened, setOpened] = useState<Opened | null>(null);

  const handlers = useMemo((): LotActionHandlers => {
    const request = (lot: LotShort) => {
      // From the cache: the action of a visitor runs right after their sign-in.
      const userId = client.getQueryData(sessionOptions().queryKey)?.id ?? null;
      setOpened((before) =>
        before && !before.sent && before.lot.id === lot.id && before.userId === userId
          ? { ...before, shown: true }
          : { lot, userId, turn: (before?.turn ?? 0) + 1, shown: true, sent: false },
      );
    };
    return { ...others, request };
  }, [client, others]);

  const change = (changes: Partial<Opened>) => setOpened((now) => now && { ...now, ...changes });
  return (
    <LotActionsContext value={handlers}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <PriceRequestDialog
            key={opened.turn}
            lot={opened.lot}
            opened={opened.shown}
            onClose={() => change({ shown: false })}
            onSent={() => change({ sent: true })}
          />
        </Suspense>
      )}
    </LotActionsContext>
  );
}
