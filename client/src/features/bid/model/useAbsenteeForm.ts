import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Lot } from "@/lib/api/types";
import { usePlaceAbsentee, useWithdrawAbsentee } from "@/trade/api/bets";
import { lotKey } from "@/trade/api/lots";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { BetCode } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { isLeader, limitStands } from "@/trade/rules/position";
import { isInTrade } from "@/trade/rules/trading";
import { amountError, isSuspicious, nearestOptions } from "./amount";

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
  /** The suspicious amount that was sent and is asked about. */
  const [asked, setAsked] = useState<number | null>(null);
  const [overbet, setOverbet] = useState<string | null>(null);
  // The price exceeds the limit: offer the next valid amount instead.
  if (!touched && current !== null && value === current && !limitStands(lot, current) && current < minBet)
    setValue(minBet);

  const leading = isLeader(lot);
  const minimum = leading ? (lot.leadingBet?.value ?? minBet) : minBet;
  const invalid = amountError(value, { minimum, cap: null });
  const busy = place.isPending || withdraw.isPending;
  const failed = place.error ?? withdraw.error;
  const refusal = failed ? faultText(failed) : null;
  const error = refusal ?? (touched ? invalid : null);

  const change = (next: number | null) => {
    setTouched(true);
    setValue(next);
    setAsked(null);
    setOverbet(null);
    place.reset();
    withdraw.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (busy || value === null || invalid !== null) return;
    if (isSuspicious(value, "limit", minimum, lot)) setAsked(value);
    else send(value);
  };
  const send = (value: number) => {
    const { catalogId } = lot;
    if (catalogId === null) return;
    setAsked(null);
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
          tellSuccess("Заочная ставка принята");
          onClose();
        },
      },
    );
  };
  const takeBack = () =>
    withdraw.mutate(lot.id, {
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: lotKey(lot.id) });
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
    // A rival's bet that makes the amount plausible takes the question back.
    asking:
      asked !== null && asked === value && invalid === null && isSuspicious(asked, "limit", minimum, lot),
    takeBackQuestion: () => setAsked(null),
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
