import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const ordersKey = ["house-orders"] as const;

/** The poll of the applicant while a request waits for its decision, and of the house's staff while they see requests. */
export const ORDERS_POLL_MS = 5000;

/** The viewer's registration requests, newest first. A house has at most one that is pending or accepted. */
export const myOrdersOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: [...ordersKey, "my"],
    queryFn: ({ signal }) => call(api.GET("/api/house/orders/my", { signal })),
    staleTime: ORDERS_POLL_MS,
    enabled,
  });
