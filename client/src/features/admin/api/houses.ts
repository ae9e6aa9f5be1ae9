import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** All houses of the site, by name. */
export const housesOptions = () =>
  queryOptions({
    queryKey: ["houses", "admin"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house", { params: { query: { kind: "all", pageSize: 100 } }, signal })),
    select: ({ items }) => items,
    staleTime: 60_000,
  });
