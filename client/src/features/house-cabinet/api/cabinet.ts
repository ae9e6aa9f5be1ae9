import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { ordersKey } from "@/trade/api/myOrders";
import { CatalogState } from "@/trade/enums";

/** The navigation's counts are read this often, on every page of the cabinet. */
const POLL_MS = 30_000;

export const orderCountsKey = (houseId: number) => [...ordersKey, "house", houseId, "counts"] as const;

/** How many requests for registration there are in each state. */
export const orderCountsOptions = (houseId: number, search = "") =>
  queryOptions({
    queryKey: [...orderCountsKey(houseId), search],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/orders/counts", {
          params: { query: { houseId, search: search || undefined } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
  });

/** Sales of a house, running ones first, then the coming ones, then the past. */
export const houseSalesOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["catalogs", "house", houseId, "sales"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog", { params: { query: { houseId, pageSize: 100 } }, signal })),
    staleTime: 5000,
    refetchInterval: POLL_MS,
  });

export const isRunning = (state: number) =>
  state === CatalogState.InProcess || state === CatalogState.WaitForEnd;

/** All houses of the site, for admins. */
export const allHousesOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: ["houses", "all", "first"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house", { params: { query: { kind: "all", pageSize: 100 } }, signal })),
    select: ({ items }) => items,
    staleTime: 60_000,
    enabled,
  });
