import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { faultText } from "@/lib/api/errors";
import { price } from "@/lib/format";
import { PADDLE_LENGTH, useCorrectPaddle } from "@/staff/api/correctPaddle";
import { betHistoryKey } from "@/trade/api/bets";
import { applyAnswer } from "@/trade/live/applyAnswer";
import type { Conduct } from "../model/useConduct";
import css from "./console.module.css";

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
  conduct: Conduct;
  onClose: () => void;
}

/** Says whose bet of the hall it was, also after the hammer. */
export function CorrectPaddle({ bet, catalogId, currency, conduct, onClose }: CorrectPaddleProps) {
  const client = useQueryClient();
  const [paddle, setPaddle] = useState(bet.paddle ?? "");
  const [fault, setFault] = useState<string | null>(null);
  const correct = useCorrectPaddle();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = paddle.trim();
    if (typed === "") return setFault("Укажите номер участника");
    try {
      const answer = await correct.mutateAsync({ catalogId, lotId: bet.lotId, betId: bet.id, paddle: typed });
      if (answer.code !== 0) return setFault(answer.message || "Неизвестная ошибка");
      applyAnswer(client, answer);
      void client.invalidateQueries({ queryKey: betHistoryKey(bet.lotId) });
      conduct.setOutcome({ text: `Номер исправлен: участник ${typed}`, bad: false });
      // The answer may come long after the Enter that asked for it.
      conduct.enterElsewhere.hold();
      onClose();
    } catch (error) {
      setFault(faultText(error) ?? "Неизвестная ошибка");
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Исправить номер участника">
      <form className={css.reason} onSubmit={submit}>
        <p className="muted num">
          {bet.lot}. Ставка зала {price(bet.value, currency)}
        </p>
        <TextInput
          data-autofocus
          label="Номер участника"
          value={paddle}
          error={fault}
          maxLength={PADDLE_LENGTH}
          autoComplete="off"
          onChange={(event) => setPaddle(event.currentTarget.value)}
        />
        <p className="caption">
          Итоги, протокол и отчёты покажут исправленный номер, в журнале останутся оба.
        </p>
        <div className={css.answers}>
          <Button type="submit" variant="bid" loading={correct.isPending}>
            Исправить
          </Button>
          <Button onClick={onClose}>Не надо</Button>
        </div>
      </form>
    </Dialog>
  );
}
