import { useEffect, useState } from "react";
import { tell, tellError } from "@/components/Toast/toasts";
import type { LotShort } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { price } from "@/lib/format";
import { dismissAccepted, tellAccepted } from "@/trade/bidding/acceptedBets";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { useSendBet } from "@/trade/bidding/useSendBet";
import { isLeader } from "@/trade/rules/position";

/** An amount that awaits confirmation: the bidder chose it, or it changed right before the tap. */
export interface Chosen {
  value: number;
  why: "chosen" | "changed";
}

/** Bidding on one lot of the room: the amount to confirm, the bet on its way, and a toast with its outcome. */
export function useBidding(lot: LotShort) {
  const { user } = useSession();
  const requireLogin = useRequireLogin();
  const sendBet = useSendBet();
  const pending = usePendingBet(lot.id);
  const [chosen, choose] = useState<Chosen | null>(null);
  /** Number of the viewer's bets recorded since the lot opened here. */
  const [placed, setPlaced] = useState(0);

  useEffect(() => {
    if (pending === null) choose(null);
  }, [pending]);

  const leads = isLeader(lot);
  useEffect(() => {
    // `placed`: the rival may have outbid before the answer.
    if (placed > 0 && !leads) dismissAccepted(lot.id);
  }, [placed, leads, lot.id]);

  /** After signing in, the bidder confirms the amount: signing in alone sends nothing. */
  const signIn = (value: number) =>
    requireLogin(
      () => choose({ value, why: "chosen" }),
      `После входа вернёмся к ставке ${price(value, lot.price.currency)} на лот ${lot.catalogLotId}.`,
    );

  const send = async (value: number) => {
    const { catalogId } = lot;
    if (catalogId === null) return;
    const result = await sendBet({ lot: { ...lot, catalogId }, value });
    switch (result.kind) {
      case "accepted":
        tellAccepted(lot.id, value, result.text);
        setPlaced((before) => before + 1);
        return;
      case "overbet":
        setPlaced((before) => before + 1);
        tell(result.text, { life: 8000 });
        return;
      case "signedOut":
        signIn(value);
        return;
      default:
        tellError(result.text);
    }
  };

  const bid = (value: number) => (user ? void send(value) : signIn(value));

  // A rival outbid the chosen amount: the bidder confirms the new minimum instead.
  const { minBet } = lot.price;
  const current: Chosen | null = chosen && chosen.value < minBet ? { value: minBet, why: "changed" } : chosen;
  return { bid, pending, chosen: current, choose, placed };
}
