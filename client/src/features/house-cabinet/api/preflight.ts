import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { LotSorting } from "@/lib/enums";
import { everyPage } from "@/staff/table/everyPage";
import { catalogKey } from "@/trade/api/catalog";

/** Every lot of a catalog by number, for checks. */
export const allLotsOptions = (catalogId: number) =>
  queryOptions({
    queryKey: [...catalogKey(catalogId), "all-lots"],
    queryFn: ({ signal }) =>
      everyPage((pageNumber) =>
        call(
          api.GET("/api/catalog/{id}/lots", {
            params: {
              path: { id: catalogId },
              query: { sorting: LotSorting.LotNumberAsc, pageNumber, pageSize: 100 },
            },
            signal,
          }),
        ),
      ),
    staleTime: 60_000,
  });
