import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { LotBidder, LotResult } from "@/lib/api/types";
import { price } from "@/lib/format";
import { PADDLE_LENGTH, useCorrectPaddle } from "@/staff/api/correctPaddle";
import css from "./HouseResultsPage.module.css";

/** The longest reason that the server takes. */
const REASON_LENGTH = 200;

interface CorrectBuyerProps {
  catalogId: number;
  lot: LotResult;
  /** The leading bet, the hall's. */
  leader: LotBidder;
  currency: number;
  onClose: () => void;
}

/** Says who in the hall made the leading bet, when the wrong number was typed. */
export function CorrectBuyer({ catalogId, lot, leader, currency, onClose }: CorrectBuyerProps) {
  const client = useQueryClient();
  const correct = useCorrectPaddle();
  const [paddle, setPaddle] = useState(leader.paddle ?? "");
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ paddle?: string; reason?: string }>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (correct.isPending) return;
    const typed = { paddle: paddle.trim(), reason: reason.trim() };
    if (typed.paddle === "" || typed.reason === "") {
      return setFaults({
        paddle: typed.paddle === "" ? "Укажите номер участника" : undefined,
        reason: typed.reason === "" ? "Укажите причину" : undefined,
      });
    }
    try {
      const answer = await correct.mutateAsync({ catalogId, lotId: lot.id, betId: leader.betId, ...typed });
      if (answer.code !== 0) return setFaults({ paddle: answer.message || "Неизвестная ошибка" });
      tellSuccess(`Номер исправлен: участник ${typed.paddle}`, { life: 3000 });
      void client.invalidateQueries({ queryKey: ["trade", "results", catalogId] });
      onClose();
    } catch (error) {
      setFaults({ paddle: faultText(error) ?? "Неизвестная ошибка" });
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Исправить номер участника">
      <form className={css.correct} onSubmit={submit} noValidate>
        <p className="muted num">
          Лот {lot.catalogLotId}. {lot.titleRu}. Ставка зала {price(leader.value, currency)}
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
        <TextInput
          label="Причина"
          value={reason}
          error={faults.reason}
          maxLength={REASON_LENGTH}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="caption">
          Итоги, протокол и отчёты покажут исправленный номер, в журнале останутся оба и причина.
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
