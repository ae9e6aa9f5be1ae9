import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { HouseOrder } from "@/lib/api/types";
import { sendEach } from "@/staff/acts/sendEach";
import { actLater } from "@/staff/acts/undo";
import { decideOrder, ordersKey } from "@/trade/api/registration";
import { type Act, decided, decision, ORDERS, orderKey } from "../model/decisions";

/** What the applicant has done in the house before. */
export const applicantHistoryOptions = (orderId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "history", orderId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/orders/{id}/history", { params: { path: { id: orderId } }, signal })),
    staleTime: 60_000,
  });

/** A request with the conclusion to send. */
type Decided = Pick<HouseOrder, "orderId" | "displayName" | "conclusion">;

/** Decides requests; the decision can be taken back for 10 s. */
export function useDecide(): (act: Act, orders: readonly Decided[]) => void {
  const client = useQueryClient();
  return (act, orders) => {
    if (orders.length === 0) return;
    actLater({
      keys: orders.map(({ orderId }) => orderKey(orderId)),
      done: decided(act, orders),
      commit: (init) =>
        sendEach(orders, ({ orderId, conclusion }) => decideOrder(decision(act, orderId, conclusion), init), {
          undone: "Решение не принято",
          noun: ORDERS,
          nameOf: ({ displayName }) => displayName ?? "без имени",
        }).finally(() => client.invalidateQueries({ queryKey: ordersKey })),
    });
  };
}
