import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { LotResult } from "@/lib/api/types";
import { catchFocus } from "@/lib/lostFocus";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { isPaid } from "@/staff/results/totals";
import { paidKey, payLots } from "../model/pay";
import css from "./HouseResultsPage.module.css";

/** Whether a sold lot is paid, or the action that says so. */
export function Payment({ lot, catalogId }: { lot: LotResult; catalogId: number }) {
  const client = useQueryClient();
  const isPending = usePendingActions().has(paidKey(lot));
  const isDone = isPaid(lot) || isPending;
  const place = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);
  // The button and the word stand in for each other: the focus stays in their place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with it
  useLayoutEffect(() => {
    if (wasPressed.current) catchFocus(place.current);
  }, [isDone]);
  if (isDone) {
    return (
      <span ref={place} tabIndex={-1} className={css.paid}>
        <Icon name="check" size="s" /> Оплачен
      </span>
    );
  }
  return (
    <Button
      ref={place as RefObject<HTMLButtonElement>}
      size="xs"
      className={css.pay}
      onClick={() => {
        wasPressed.current = true;
        payLots(client, catalogId, [lot], () => place.current);
      }}
    >
      Отметить оплату
    </Button>
  );
}
