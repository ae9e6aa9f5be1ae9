import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { ordersKey } from "@/trade/api/registration";
import { CatalogState, OrderStatus } from "@/trade/enums";

/** How often the counts of what waits are read. */
const POLL_MS = 5000;

/** The number of requests that wait, for the navigation. */
export const waitingOrdersOptions = (houseId: number) =>
  queryOptions({
    queryKey: [...ordersKey, "house", houseId, "waiting"],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/orders", {
          params: { query: { houseId, status: OrderStatus.Pending, pageSize: 1 } },
          signal,
        }),
      ),
    select: ({ totalCount }) => totalCount,
    refetchInterval: POLL_MS,
  });

/** Sales of a house, running ones first, then the coming ones, then the past. */
export const houseSalesOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["catalogs", "house", houseId, "sales"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog", { params: { query: { houseId, pageSize: 100 } }, signal })),
    staleTime: POLL_MS,
    refetchInterval: 30_000,
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
