import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** All lots of a catalog as its house sees them, hidden and drafts included; of the house's storage without a catalog. */
export const gridOptions = (houseId: number, catalogId: number | null) =>
  queryOptions({
    queryKey: ["house", houseId, "grid", catalogId ?? "storage"],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/{id}/grid", {
          params: { path: { id: houseId }, query: catalogId === null ? {} : { catalogId } },
          signal,
        }),
      ),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });
