import { useQueryClient } from "@tanstack/react-query";
import { ApiError, faultText, isStatus } from "@/lib/api/errors";
import type { Lot, LotShort } from "@/lib/api/types";
import { BetCode } from "@/lib/enums";
import { usePlaceBet } from "@/trade/api/bets";
import { lotKey, lotOptions } from "@/trade/api/lots";
import { betAnswered, betKey } from "@/trade/bidding/betKeys";
import { failureOf, outcomeOf } from "@/trade/bidding/betOutcome";
import { betSent, betSettled } from "@/trade/bidding/pendingBets";
import { mergeLot } from "@/trade/live/mergeLot";

/** What came of a bet. `unregistered` and `signedOut` are both 401: the way on differs. */
export type BetResult =
  | { kind: "accepted"; text: string }
  | { kind: "overbet"; text: string }
  | { kind: "refused"; text: string }
  | { kind: "unregistered"; text: string }
  | { kind: "signedOut" }
  | { kind: "failed"; text: string };

/** Nobody knows whether it was recorded; its key makes asking again safe. */
const UNANSWERED = "Не удалось сделать ставку: сервер не ответил. Повторите, дважды ставка записана не будет";

/**
 * Sends bets and settles what the lot's page shows by their answers. A bet that got no answer keeps its key, so that
 * sending it again never places it twice.
 */
export function useBetSender() {
  const client = useQueryClient();
  const { mutateAsync } = usePlaceBet();

  return async (lot: LotShort & { catalogId: number }, value: number): Promise<BetResult> => {
    betSent(lot.id, value);
    try {
      const answer = await mutateAsync({
        bet: { catalogId: lot.catalogId, lotId: lot.id, betValue: value, FromUserId: null },
        key: betKey(lot.id, value),
      });
      betAnswered(lot.id, value);
      const recorded = answer.code === BetCode.Success || answer.code === BetCode.OverbetByAbsenteeBid;
      client.setQueryData(lotOptions(lot.id).queryKey, (known): Lot | undefined => {
        if (!known) return known;
        const merged = mergeLot(known, answer.lot ?? undefined);
        return recorded ? { ...merged, myLastBet: value } : merged;
      });
      void client.invalidateQueries({ queryKey: lotKey(lot.id) });
      const { tone, text } = outcomeOf(answer);
      return { kind: tone === "ok" ? "accepted" : tone === "warn" ? "overbet" : "refused", text };
    } catch (error) {
      if (isStatus(error, 401) && error.code === "not_authenticated") return { kind: "signedOut" };
      const answered = error instanceof ApiError && error.status < 500;
      if (!answered) return { kind: "failed", text: UNANSWERED };
      betAnswered(lot.id, value);
      const text = failureOf(error)?.text ?? faultText(error) ?? "Неизвестная ошибка";
      return { kind: error.status === 401 ? "unregistered" : "refused", text };
    } finally {
      betSettled(lot.id);
    }
  };
}
