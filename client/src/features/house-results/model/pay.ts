import type { QueryClient } from "@tanstack/react-query";
import type { LotResult } from "@/lib/api/types";
import { count } from "@/lib/format";
import { sendEach } from "@/staff/actions/sendEach";
import { actLater } from "@/staff/actions/undo";
import { payLot } from "../api/results";
import { LOTS } from "./sale";

export const paidKey = ({ id }: LotResult) => `paid:${id}`;

/** Marks lots paid. The server cannot take that back, so the marks are sent after ten seconds. */
export const payLots = (
  client: QueryClient,
  catalogId: number,
  lots: readonly LotResult[],
  returnTo?: () => HTMLElement | null,
) =>
  actLater({
    keys: lots.map(paidKey),
    done:
      lots.length === 1
        ? `Лот ${lots[0]?.catalogLotId} отмечен оплаченным`
        : `Отмечены оплаченными: ${count(lots.length, LOTS)}`,
    returnTo,
    commit: ({ keepalive }) =>
      sendEach(lots, ({ id }) => payLot(id, keepalive), {
        undone: "Оплата не отмечена",
        noun: LOTS,
        nameOf: ({ catalogLotId }) => `лот ${catalogLotId}`,
      }).finally(() => client.invalidateQueries({ queryKey: ["trade", "results", catalogId] })),
  });
