import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const subscribedLotsKey = ["subscriptions", "lots"] as const;

/** The lots whose beginning and end the viewer is reminded of. */
export const subscribedLotsOptions = (pageNumber: number) =>
  queryOptions({
    queryKey: [...subscribedLotsKey, pageNumber],
    queryFn: ({ signal }) =>
      call(api.GET("/api/notifications", { params: { query: { pageNumber, pageSize: 20 } }, signal })),
  });
