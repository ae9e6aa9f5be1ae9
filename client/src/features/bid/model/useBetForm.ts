import { type FormEvent, useEffect, useRef, useState } from "react";
import { tell, tellError } from "@/components/Toast/toasts";
import type { Lot } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { price } from "@/lib/format";
import { tellAccepted } from "@/trade/bidding/acceptedBets";
import { useLotActions } from "@/trade/bidding/LotActions";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { useCap } from "@/trade/bidding/useCap";
import { useSendBet } from "@/trade/bidding/useSendBet";
import { useSteady } from "@/trade/bidding/useSteady";
import { isBeyondCap } from "@/trade/rules/cap";
import { amountError } from "./amount";
import { useSumQuestion } from "./useSumQuestion";

/** The outcome of the last bet, shown at the amount it was about. */
interface Answer {
  text: string;
  tone: "bad" | "warn";
  value: number;
  unregistered: boolean;
}

/** The bet may have been recorded. Its key is kept, so sending it again is safe. */
const UNANSWERED = "Не удалось сделать ставку: сервер не ответил. Повторите, дважды ставка записана не будет";

interface BetFormParts {
  lot: Lot;
  /** The amount chosen before the dialog opened. */
  chosen: number | undefined;
  onClose: () => void;
}

/** The amount of a bet, its checks, its confirmation and its outcome. */
export function useBetForm({ lot, chosen, onClose }: BetFormParts) {
  const cap = useCap(lot);
  const requireLogin = useRequireLogin();
  const { bet } = useLotActions();
  const send = useSendBet();
  const mounted = useMounted();
  const minimum = lot.price.minBet;
  const { currency } = lot.price;
  const [value, setValue] = useState<number | null>(Math.max(chosen ?? minimum, minimum));
  const [touched, setTouched] = useState(false);
  const sending = usePendingBet(lot.id) !== null;
  const [answer, setAnswer] = useState<Answer | null>(null);
  /** How often a new minimum replaced the amount. */
  const [moves, setMoves] = useState(0);
  /** The amount changed right before the press, so the press did not count. */
  const [moved, setMoved] = useState(false);
  const { settling, isSteady, onPointerDown } = useSteady(moves);

  // An untouched amount follows the minimum up. A chosen one stays and is reported as too low.
  useEffect(() => {
    if (touched || sending || value === null || value >= minimum) return;
    setValue(minimum);
    setMoves((known) => known + 1);
  }, [value, minimum, touched, sending]);

  // The update with the next minimum may arrive before the response, so a pending bet is not validated.
  const invalid = sending ? null : amountError(value, { minimum, cap });
  const question = useSumQuestion({ sum: "bet", value, invalid, minimum, lot });
  const refused = answer && answer.value === value ? answer : null;
  const shownError =
    refused?.tone === "bad" ? refused.text : touched || invalid?.includes("лимит") ? invalid : null;

  const change = (next: number | null) => {
    setTouched(true);
    setMoved(false);
    setValue(next);
    setAnswer(null);
  };
  const submit = async (amount: number) => {
    const { catalogId } = lot;
    if (catalogId === null) return;
    question.close();
    setAnswer(null);
    const result = await send({ lot: { ...lot, catalogId }, value: amount });
    switch (result.kind) {
      case "accepted":
        tellAccepted(lot.id, amount, result.text);
        onClose();
        return;
      case "signedOut":
        onClose();
        requireLogin(
          () => bet?.(lot, amount),
          `После входа вернёмся к ставке ${price(amount, currency)} на лот ${lot.catalogLotId}.`,
        );
        return;
      default: {
        const overbet = result.kind === "overbet";
        const text = result.kind === "unanswered" ? UNANSWERED : result.text;
        if (!mounted.current) (overbet ? tell : tellError)(text, { life: 8000 });
        setAnswer({
          text,
          tone: overbet ? "warn" : "bad",
          value: amount,
          unregistered: result.kind === "unregistered",
        });
        // The overbet amount cannot be bid again: the form goes on with the new minimum.
        if (overbet) setTouched(false);
      }
    }
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (moves > 0 && !isSteady()) {
      setMoved(true);
      // Starts the pause again, so a second hasty press confirms nothing either.
      setMoves(moves + 1);
      return;
    }
    setMoved(false);
    setTouched(true);
    if (sending || cap === undefined || value === null || invalid !== null) return;
    if (question.isNeeded) question.ask();
    else void submit(value);
  };

  return {
    value,
    cap,
    /** The minimum bet exceeds the bidder's cap. */
    capPassed: isBeyondCap(lot, cap) && !sending,
    change,
    invalid,
    shownError,
    refused,
    overbet: answer?.tone === "warn" ? answer : null,
    unregistered: answer?.unregistered ?? false,
    asking: question.asking,
    takeBackQuestion: question.takeBack,
    isReturn: question.isReturn,
    submit,
    confirm,
    sending,
    moved,
    settling: moves > 0 && settling,
    onPointerDown,
  };
}

/** Whether the component is still mounted when an answer comes. */
function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
