import { Radio, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { faultText } from "@/lib/api/errors";
import { isDone } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { listed, togetherText } from "@/trade/rules/together";
import { useJoinLots } from "../api/auctioneer";
import { joinable } from "../model/group";
import type { Conduct } from "../model/useConduct";
import { Answers, Keyed } from "./Answers";
import css from "./console.module.css";

interface JoinLotsProps {
  sale: LiveSale;
  catalogId: number;
  conduct: Conduct;
  onClose: () => void;
}

/** Joins the lot on the block with lots still to come, or parts them again. */
export function JoinLots({ sale, catalogId, conduct, onClose }: JoinLotsProps) {
  const client = useQueryClient();
  const join = useJoinLots();
  const [typed, setTyped] = useState("");
  const [isChoice, setIsChoice] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  // What the dialog was opened for. If the next lot has opened meanwhile, the server refuses.
  const [lot] = useState(sale.current);
  if (lot === null) return null;

  const send = async (withLotIds: number[], done: string) => {
    try {
      const answer = await join.mutateAsync({ catalogId, lotId: lot.id, withLotIds, isChoice });
      if (!isDone(answer)) return setFault(answer.message || "Неизвестная ошибка");
      applyAnswer(client, answer);
      conduct.setOutcome({ text: done, bad: false });
      // The answer may come long after the Enter that asked for it.
      conduct.enterElsewhere.hold();
      onClose();
    } catch (error) {
      setFault(faultText(error) ?? "Неизвестная ошибка");
    }
  };
  const isJoined = lot.together.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isJoined) return void send([], "Лоты продаются по одному");
    const chosen = joinable(typed, sale.lots, lot);
    if (typeof chosen === "string") return setFault(chosen);
    const numbers = [lot, ...chosen].map(({ catalogLotId }) => catalogLotId ?? 0);
    const ids = chosen.map(({ id }) => id);
    void send(ids, `Лоты ${listed(numbers)} ${isChoice ? "предлагаются на выбор" : "продаются вместе"}`);
  };
  return (
    <Dialog opened onClose={onClose} title={isJoined ? "Продавать по одному" : "Продать лоты вместе"}>
      <form className={css.reason} onSubmit={submit}>
        {isJoined ? (
          <>
            <p>{togetherText(lot)}. Разделить их?</p>
            {fault && (
              <p role="alert" className={css.fault}>
                {fault}
              </p>
            )}
          </>
        ) : (
          <>
            <TextInput
              data-autofocus
              label={`С лотом ${lot.catalogLotId} вместе`}
              placeholder="15, 16 или 15–18"
              value={typed}
              error={fault}
              autoComplete="off"
              maxLength={200}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Radio.Group
              label="Как продать"
              value={isChoice ? "choice" : "one"}
              onChange={(value) => setIsChoice(value === "choice")}
            >
              <div className={css.kinds}>
                <Radio value="one" label="одним предметом" />
                <Radio value="choice" label="на выбор покупателя" />
              </div>
            </Radio.Group>
            <p className="caption">
              {isChoice
                ? `Ставки на лот ${lot.catalogLotId} будут за один лот. После молотка вы отметите, какие лоты берёт победитель, каждый по этой цене; у каждого свой резерв. Остальные лоты предлагаются снова. До первой ставки лоты можно разделить.`
                : `Ставки на лот ${lot.catalogLotId} будут за все лоты, молоток продаст их одному покупателю одной ценой. Резерв складывается. Если лоты не проданы, ставки отменятся, а остальные лоты пойдут по одному. До первой ставки лоты можно разделить.`}
            </p>
          </>
        )}
        <Answers onDismiss={onClose}>
          <Button
            type="submit"
            variant="bid"
            disabled={join.isPending}
            data-pending={join.isPending || undefined}
            data-autofocus={isJoined || undefined}
          >
            <Keyed k="Enter">{isJoined ? "Разделить" : "Объединить"}</Keyed>
          </Button>
        </Answers>
      </form>
    </Dialog>
  );
}
