import { useQueryClient } from "@tanstack/react-query";
import { ApiError, faultText, isStatus } from "@/lib/api/errors";
import type { BetAnswer, LotShort } from "@/lib/api/types";
import { usePlaceBet } from "@/trade/api/bets";
import { lotKey } from "@/trade/api/lots";
import { BetCode } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { betAnswered, betKey } from "./betKeys";
import { failureText } from "./failureText";
import { betSent, betSettled } from "./pendingBets";

export interface SentBet {
  lot: Pick<LotShort, "id"> & { catalogId: number };
  value: number;
  /** The number of a bidder in the hall; the viewer's own bet has none. */
  paddle?: string;
}

/** The outcome of a bet, with the Russian text that says so. */
export type BetResult =
  | { kind: "accepted" | "overbet" | "refused"; text: string; betsCount: number | null }
  /** The server refused the request: the session is over, the house has not registered the bidder, or another rule. */
  | { kind: "signedOut" | "unregistered" | "rejected"; text: string }
  /** The bet may have been recorded. Its key is kept, so sending it again is safe. */
  | { kind: "unanswered"; text: string };

/**
 * Sends a bet: with the Idempotency-Key of its last unanswered attempt, pending until the answer, and with the answer
 * applied to everything on the page.
 */
export function useSendBet(): (bet: SentBet) => Promise<BetResult> {
  const client = useQueryClient();
  const { mutateAsync } = usePlaceBet();

  return async ({ lot, value, paddle }) => {
    betSent(lot.id, value);
    try {
      const answer = await mutateAsync({
        bet: { catalogId: lot.catalogId, lotId: lot.id, betValue: value, FromUserId: paddle ?? null },
        key: betKey(lot.id, value, paddle),
      });
      betAnswered(lot.id, value, paddle);
      const result = resultOf(answer);
      if (paddle === undefined) {
        // The first bet in a catalog gives its bidder a number there.
        const { bet } = answer;
        const mine = bet && { myLastBet: value, myParticipant: bet.participant };
        applyAnswer(client, answer, { lotId: lot.id, ...mine });
        void client.invalidateQueries({ queryKey: lotKey(lot.id) });
      } else {
        applyAnswer(client, answer);
      }
      return result;
    } catch (error) {
      const text = failureText(error) ?? faultText(error) ?? UNKNOWN;
      if (!(error instanceof ApiError) || error.status === 408 || error.status >= 500)
        return { kind: "unanswered", text };
      betAnswered(lot.id, value, paddle);
      if (!isStatus(error, 401)) return { kind: "rejected", text };
      return { kind: error.code === "not_authenticated" ? "signedOut" : "unregistered", text };
    } finally {
      betSettled(lot.id);
    }
  };
}

const UNKNOWN = "Неизвестная ошибка";

/** Maps an answer; refusals keep the server's text. */
function resultOf({ code, message, lot }: BetAnswer): Extract<BetResult, { betsCount: number | null }> {
  const betsCount = lot?.betsCount ?? null;
  switch (code) {
    case BetCode.Accepted:
      return { kind: "accepted", text: "Ставка принята", betsCount };
    case BetCode.Overbid:
      return { kind: "overbet", text: message, betsCount };
    default:
      return { kind: "refused", text: message || UNKNOWN, betsCount };
  }
}
