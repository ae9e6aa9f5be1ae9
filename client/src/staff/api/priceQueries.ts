import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { PriceQuerySort } from "@/lib/api/types";
import { PriceQueryStatus } from "@/trade/enums";

const POLL_MS = 10_000;

export const houseQueriesKey = (houseId: number) => ["queries", "house", houseId] as const;

interface HouseQueries {
  houseId: number;
  status: number | undefined;
  search?: string;
  sort?: PriceQuerySort | undefined;
  pageNumber: number;
}

/** Price requests to a house; unless sorted, those that wait for an answer from the oldest on, all others latest first. */
export const houseQueriesOptions = ({ houseId, status, search = "", sort, pageNumber }: HouseQueries) =>
  queryOptions({
    queryKey: [...houseQueriesKey(houseId), { status, search, sort, pageNumber }],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/queries/house/{id}", {
          params: {
            path: { id: houseId },
            query: {
              status,
              search: search || undefined,
              sort: sort ?? (status === PriceQueryStatus.Created ? "created" : undefined),
              pageNumber,
              pageSize: 20,
            },
          },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });

/** How many price requests to a house there are in each state. */
export const houseQueryCountsOptions = (houseId: number, search = "") =>
  queryOptions({
    queryKey: [...houseQueriesKey(houseId), "counts", search],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/queries/house/{id}/counts", {
          params: { path: { id: houseId }, query: { search: search || undefined } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });
