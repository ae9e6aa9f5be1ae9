import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { faultText } from "@/lib/api/errors";
import type { AuctioneerAnswer } from "@/lib/api/types";
import { price } from "@/lib/format";
import { isDone } from "@/trade/enums";
import { PADDLE_LENGTH, useCorrectPaddle } from "../api/correctPaddle";
import css from "./actions.module.css";

/** The longest reason that the server takes. */
const REASON_LENGTH = 200;

/** A bet of the hall whose paddle was typed wrong. */
export interface WrongBet {
  id: number;
  lotId: number;
  /** «Лот 47. Натюрморт» */
  lot: string;
  value: number;
  paddle: string | null;
}

interface CorrectPaddleProps {
  bet: WrongBet;
  catalogId: number;
  currency: number;
  /** After the sale a reason is asked for. */
  asksReason?: boolean;
  onDone: (paddle: string, answer: AuctioneerAnswer) => void;
  onClose: () => void;
}

/** Says who in the hall made a bet, also after the hammer and after the sale. */
export function CorrectPaddle({ bet, catalogId, currency, asksReason, onDone, onClose }: CorrectPaddleProps) {
  const correct = useCorrectPaddle();
  const [paddle, setPaddle] = useState(bet.paddle ?? "");
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ paddle?: string; reason?: string }>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (correct.isPending) return;
    const typed = { paddle: paddle.trim(), reason: asksReason ? reason.trim() : undefined };
    if (typed.paddle === "" || typed.reason === "") {
      return setFaults({
        paddle: typed.paddle === "" ? "Укажите номер участника" : undefined,
        reason: typed.reason === "" ? "Укажите причину" : undefined,
      });
    }
    try {
      const answer = await correct.mutateAsync({ catalogId, lotId: bet.lotId, betId: bet.id, ...typed });
      if (!isDone(answer)) return setFaults({ paddle: answer.message || "Неизвестная ошибка" });
      onDone(typed.paddle, answer);
      onClose();
    } catch (error) {
      setFaults({ paddle: faultText(error) ?? "Неизвестная ошибка" });
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Исправить номер участника">
      <form className={css.correct} onSubmit={submit} noValidate>
        <p className="muted num">
          {bet.lot}. Ставка зала {price(bet.value, currency)}
        </p>
        <TextInput
          data-autofocus
          label="Номер участника"
          value={paddle}
          error={faults.paddle}
          maxLength={PADDLE_LENGTH}
          autoComplete="off"
          onChange={(event) => setPaddle(event.currentTarget.value)}
        />
        {asksReason && (
          <TextInput
            label="Причина"
            value={reason}
            error={faults.reason}
            maxLength={REASON_LENGTH}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <p className="caption">
          Итоги, протокол и отчёты покажут исправленный номер, в журнале останутся{" "}
          {asksReason ? "оба и причина" : "оба"}.
        </p>
        <div className={css.answers}>
          <Button
            type="submit"
            variant="bid"
            disabled={correct.isPending}
            data-pending={correct.isPending || undefined}
          >
            Исправить
          </Button>
          <Button onClick={onClose}>Не надо</Button>
        </div>
      </form>
    </Dialog>
  );
}
