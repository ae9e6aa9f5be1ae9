import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { myQueriesKey } from "@/trade/api/priceQueries";

/** Withdraws a price request or, once it is answered, takes it off the user's list. */
export function useRemoveQuery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.DELETE("/api/queries/{id}", { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: myQueriesKey }),
  });
}
