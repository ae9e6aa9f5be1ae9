import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { actLater } from "@/staff/acts/undo";
import { decideOrder, ordersKey } from "@/trade/api/registration";
import { type Act, decided, decision, orderKey, undecided } from "../model/decisions";

/** What the applicant has done in the house before. */
export const applicantHistoryOptions = (orderId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "history", orderId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/orders/{id}/history", { params: { path: { id: orderId } }, signal })),
    staleTime: 60_000,
  });

/** Decides requests; the decision can be taken back for 10 s. */
export function useDecide(): (act: Act, orderIds: readonly number[], conclusion: string) => void {
  const client = useQueryClient();
  return (act, orderIds, conclusion) => {
    if (orderIds.length === 0) return;
    actLater({
      keys: orderIds.map(orderKey),
      done: decided(act, orderIds.length),
      commit: async (init) => {
        // Leaving the page, all requests must be on their way at once. A refused one stops no other.
        const answers = await Promise.allSettled(
          orderIds.map((id) => decideOrder(decision(act, id, conclusion), init)),
        );
        await client.invalidateQueries({ queryKey: ordersKey });
        const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
        if (refusals.length === 0) return;
        throw orderIds.length === 1 ? refusals[0] : undecided(refusals, orderIds.length);
      },
    });
  };
}
