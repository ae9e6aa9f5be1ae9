import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Lot } from "@/lib/api/types";
import { usePlaceAbsentee, useWithdrawAbsentee } from "@/trade/api/bets";
import { lotKey } from "@/trade/api/lots";
import { noteAccepted } from "@/trade/bidding/acceptedBets";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { BetCode } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { isLeader, limitStands } from "@/trade/rules/position";
import { isInTrade } from "@/trade/rules/trading";
import { amountError, nearestOptions } from "./amount";
import { useSumQuestion } from "./useSumQuestion";

interface AbsenteeFormParts {
  lot: Lot;
  /** The viewer's standing maximum. */
  current: number | null;
  onClose: () => void;
}

/** The maximum of an absentee bet, its checks, and what the server answers to placing or withdrawing it. */
export function useAbsenteeForm({ lot, current, onClose }: AbsenteeFormParts) {
  const client = useQueryClient();
  const place = usePlaceAbsentee();
  const withdraw = useWithdrawAbsentee();
  const options = useBetOptions(lot, { absentee: true });
  const { minBet } = lot.price;
  const [value, setValue] = useState<number | null>(current ?? minBet);
  const [touched, setTouched] = useState(false);
  const [overbet, setOverbet] = useState<string | null>(null);
  // The price exceeds the limit: offer the next valid amount instead.
  if (!touched && current !== null && value === current && !limitStands(lot, current) && current < minBet)
    setValue(minBet);

  const leading = isLeader(lot);
  const minimum = leading ? (lot.leadingBet?.value ?? minBet) : minBet;
  const invalid = amountError(value, { minimum, cap: null });
  const question = useSumQuestion({ sum: "limit", value, invalid, minimum, lot });
  const busy = place.isPending || withdraw.isPending;
  const failed = place.error ?? withdraw.error;
  const refusal = failed ? faultText(failed) : null;
  const error = refusal ?? (touched ? invalid : null);

  const change = (next: number | null) => {
    setTouched(true);
    setValue(next);
    setOverbet(null);
    place.reset();
    withdraw.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (busy || value === null || invalid !== null) return;
    if (question.isNeeded) question.ask();
    else send(value);
  };
  const send = (value: number) => {
    const { catalogId } = lot;
    if (catalogId === null) return;
    question.close();
    setOverbet(null);
    place.mutate(
      { catalogId, lotId: lot.id, value },
      {
        onSuccess: (answer) => {
          const { myParticipant } = answer;
          applyAnswer(client, answer, { lotId: lot.id, myAbsentee: value, myParticipant });
          void client.invalidateQueries({ queryKey: lotKey(lot.id) });
          if (answer.code === BetCode.Overbid) {
            setOverbet(answer.message);
            // The form continues with the new minimum.
            setTouched(false);
            return;
          }
          noteAccepted(lot.id, value);
          tellSuccess("Заочная ставка принята");
          onClose();
        },
      },
    );
  };
  const takeBack = () =>
    withdraw.mutate(lot.id, {
      onSuccess: () => {
        tellSuccess("Заочная ставка отозвана");
        onClose();
      },
    });

  return {
    value,
    change,
    options,
    /** The amounts to offer beside a wrong one; null beside a right one. */
    nearest: error && !refusal ? nearestOptions(value, options) : null,
    error,
    valid: invalid === null,
    /** Nothing to send: the amount is wrong and the bidder knows, or it is the current one. */
    idle: (touched && invalid !== null) || value === current,
    overbet,
    asking: question.asking,
    takeBackQuestion: question.takeBack,
    isReturn: question.isReturn,
    send,
    minimum,
    /** The server refuses to release the leader of an open lot. */
    bound: leading && isInTrade(lot),
    busy,
    placing: place.isPending,
    submit,
    takeBack,
  };
}
