import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { sendEach } from "@/staff/actions/sendEach";
import { actLater } from "@/staff/actions/undo";
import { ordersKey } from "@/trade/api/myOrders";
import { type Decided, decided, decision, ORDERS, type OrderAction, orderKey } from "../model/decisions";

/** What the applicant has done in the house before. */
export const applicantHistoryOptions = (orderId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "history", orderId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/orders/{id}/history", { params: { path: { id: orderId } }, signal })),
    staleTime: 60_000,
  });

function decide(action: OrderAction, order: Decided, init: Pick<RequestInit, "keepalive">) {
  const made = decision(action, order);
  if (made.trust) return call(api.POST("/api/house/orders/accept-and-trust", { ...init, body: made.body }));
  return call(
    api.POST("/api/house/orders/{id}", { ...init, params: { path: { id: made.orderId } }, body: made.body }),
  );
}

/** Decides requests; the decision can be taken back for 10 s. */
export function useDecide(): (action: OrderAction, orders: readonly Decided[]) => void {
  const client = useQueryClient();
  return (action, orders) => {
    if (orders.length === 0) return;
    actLater({
      keys: orders.map(({ orderId }) => orderKey(orderId)),
      done: decided(action, orders),
      commit: (init) =>
        sendEach(orders, (order) => decide(action, order, init), {
          undone: "Решение не принято",
          noun: ORDERS,
          nameOf: ({ displayName }) => displayName ?? "без имени",
        }).finally(() => client.invalidateQueries({ queryKey: ordersKey })),
    });
  };
}
