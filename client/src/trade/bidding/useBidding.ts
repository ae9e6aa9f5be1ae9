import { useState } from "react";
import { tell, tellError, tellFault, tellSuccess } from "@/components/Toast/toasts";
import { ApiError } from "@/lib/api/errors";
import type { LotShort, LotUpdate } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { BetCode } from "@/lib/enums";
import { price } from "@/lib/format";
import { usePlaceBet } from "@/trade/api/bets";
import { betAnswered, betKey } from "./betKeys";
import { failureOf, outcomeOf } from "./betOutcome";

interface BiddingParts {
  onLot: (lot: LotUpdate) => void;
  /** A visitor came back from the login: his amount is offered for confirmation, the login itself sends nothing. */
  onReturned: (value: number) => void;
}

/**
 * Sending bets on one lot: what is on its way, and what came of it. A bet is pending until the server has answered;
 * only its answer makes anybody a leader.
 */
export function useBidding({ onLot, onReturned }: BiddingParts) {
  const place = usePlaceBet();
  const { user } = useSession();
  const requireLogin = useRequireLogin();
  const [pending, setPending] = useState<number | null>(null);
  /** Lots on which a bet of mine was recorded since the page was opened. */
  const [placed, setPlaced] = useState<ReadonlySet<number>>(new Set());

  const send = async (lot: LotShort, value: number) => {
    if (lot.catalogId === null) return;
    setPending(value);
    try {
      const answer = await place.mutateAsync({
        bet: { catalogId: lot.catalogId, lotId: lot.id, betValue: value, FromUserId: null },
        key: betKey(lot.id, value),
      });
      betAnswered(lot.id, value);
      if (answer.lot) onLot(answer.lot);
      if (answer.code === BetCode.Success || answer.code === BetCode.OverbetByAbsenteeBid) {
        setPlaced((known) => new Set(known).add(lot.id));
      }
      const outcome = outcomeOf(answer);
      if (outcome.tone === "ok") tellSuccess(outcome.text, { life: 3000 });
      else if (outcome.tone === "warn") tell(outcome.text, { life: 8000 });
      else tellError(outcome.text);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) betAnswered(lot.id, value);
      const failure = failureOf(error);
      if (failure) tellError(failure.text);
      else tellFault(error);
    } finally {
      setPending(null);
    }
  };

  const bid = (lot: LotShort, value: number) => {
    if (user) void send(lot, value);
    else
      requireLogin(
        () => onReturned(value),
        `После входа вернёмся к ставке ${price(value, lot.price.currency)} на лот ${lot.catalogLotId}.`,
      );
  };

  return { bid, pending, hasPlaced: (lotId: number) => placed.has(lotId) };
}
