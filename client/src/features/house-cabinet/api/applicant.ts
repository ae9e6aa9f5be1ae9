import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { sendEach } from "@/staff/acts/sendEach";
import { actLater } from "@/staff/acts/undo";
import { ordersKey } from "@/trade/api/myOrders";
import { type Act, type Decided, decided, decision, ORDERS, orderKey } from "../model/decisions";

/** What the applicant has done in the house before. */
export const applicantHistoryOptions = (orderId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "history", orderId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/orders/{id}/history", { params: { path: { id: orderId } }, signal })),
    staleTime: 60_000,
  });

function decide(act: Act, order: Decided, init: Pick<RequestInit, "keepalive">) {
  const made = decision(act, order);
  if (made.trust) return call(api.POST("/api/house/orders/accept-and-trust", { ...init, body: made.body }));
  return call(
    api.POST("/api/house/orders/{id}", { ...init, params: { path: { id: made.orderId } }, body: made.body }),
  );
}

/** Decides requests; the decision can be taken back for 10 s. */
export function useDecide(): (act: Act, orders: readonly Decided[]) => void {
  const client = useQueryClient();
  return (act, orders) => {
    if (orders.length === 0) return;
    actLater({
      keys: orders.map(({ orderId }) => orderKey(orderId)),
      done: decided(act, orders),
      commit: (init) =>
        sendEach(orders, (order) => decide(act, order, init), {
          undone: "Решение не принято",
          noun: ORDERS,
          nameOf: ({ displayName }) => displayName ?? "без имени",
        }).finally(() => client.invalidateQueries({ queryKey: ordersKey })),
    });
  };
}
