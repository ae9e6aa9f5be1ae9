import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Icon } from "@/components/Icon/Icon";
import type { LotResult } from "@/lib/api/types";
import { usePendingActs } from "@/staff/acts/pendingActs";
import { actLater } from "@/staff/acts/undo";
import { isPaid } from "@/staff/results/totals";
import { payLot } from "../api/results";
import css from "./HouseResultsPage.module.css";

/** Paying cannot be taken back on the server, so the mark is sent after ten seconds. */
export function Payment({ lot, catalogId }: { lot: LotResult; catalogId: number }) {
  const client = useQueryClient();
  const key = `paid:${lot.id}`;
  const isPending = usePendingActs().has(key);
  if (isPaid(lot) || isPending) {
    return (
      <span className={css.paid}>
        <Icon name="check" size="s" /> Оплачен
      </span>
    );
  }
  return (
    <Button
      size="xs"
      miw="max-content"
      onClick={() =>
        actLater({
          keys: [key],
          done: `Лот ${lot.catalogLotId} отмечен оплаченным`,
          commit: ({ keepalive }) =>
            payLot(lot.id, keepalive).finally(() =>
              client.invalidateQueries({ queryKey: ["trade", "results", catalogId] }),
            ),
        })
      }
    >
      Отметить оплату
    </Button>
  );
}
