import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { LotResult } from "@/lib/api/types";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { isPaid } from "@/staff/results/totals";
import { paidKey, payLots } from "../model/pay";
import css from "./HouseResultsPage.module.css";

/** Whether a sold lot is paid, or the action that says so. */
export function Payment({ lot, catalogId }: { lot: LotResult; catalogId: number }) {
  const client = useQueryClient();
  const isPending = usePendingActions().has(paidKey(lot));
  if (isPaid(lot) || isPending) {
    return (
      <span className={css.paid}>
        <Icon name="check" size="s" /> Оплачен
      </span>
    );
  }
  return (
    <Button size="xs" className={css.pay} onClick={() => payLots(client, catalogId, [lot])}>
      Отметить оплату
    </Button>
  );
}
