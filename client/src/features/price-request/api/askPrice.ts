import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { isStatus } from "@/lib/api/errors";
import { latestQueriesOptions, myQueriesKey } from "@/trade/api/priceQueries";
import { PriceQueryStatus } from "@/trade/enums";

interface PriceRequest {
  number: string;
  email: string;
  message: string;
}

/** Asks a lot's house for its price. An open request with the same words, whose answer was lost, counts as this one. */
export function useAskPrice(lotId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: PriceRequest): Promise<void> => {
      try {
        await call(api.POST("/api/queries/lots/{id}/price", { params: { path: { id: lotId } }, body }));
      } catch (error) {
        if (!isStatus(error, 409)) throw error;
        const { items } = await client.fetchQuery({ ...latestQueriesOptions(), staleTime: 0 });
        const isSent = items.some(
          (q) =>
            q.targetId === lotId &&
            q.status === PriceQueryStatus.Created &&
            q.message === body.message.trim(),
        );
        if (!isSent) throw error;
      }
    },
    meta: { ownErrors: true },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: myQueriesKey });
    },
  });
}
