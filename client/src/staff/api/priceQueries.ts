import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { PriceQueryStatus } from "@/trade/enums";

const POLL_MS = 10_000;

export const houseQueriesKey = (houseId: number) => ["queries", "house", houseId] as const;

/** Price requests to a house: those that wait for an answer from the oldest on, all others latest first. */
export const houseQueriesOptions = (
  houseId: number,
  status: number | undefined,
  pageNumber: number,
  search = "",
) =>
  queryOptions({
    queryKey: [...houseQueriesKey(houseId), status ?? "all", pageNumber, search],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/queries/house/{id}", {
          params: {
            path: { id: houseId },
            query: {
              status,
              search: search || undefined,
              oldestFirst: status === PriceQueryStatus.Created,
              pageNumber,
              pageSize: 20,
            },
          },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });
