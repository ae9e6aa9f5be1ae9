import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { CatalogShort } from "@/lib/api/types";
import { CatalogState } from "@/trade/enums";
import { everyPage } from "../table/everyPage";

/** All sales and standing catalogs of a house. */
export const houseCatalogsOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["catalogs", "house", houseId, "everything"],
    queryFn: ({ signal }) =>
      everyPage((pageNumber) =>
        call(
          api.GET("/api/catalog/house/{id}", {
            params: { path: { id: houseId }, query: { pageNumber, pageSize: 100 } },
            signal,
          }),
        ),
      ),
    staleTime: 30_000,
  });

/** Whether lots can be added to the catalog. */
export const takesLots = ({ state }: Pick<CatalogShort, "state">): boolean =>
  state === CatalogState.Temporary || state === CatalogState.Scheduled || state === CatalogState.InProcess;

/** What people most likely came to edit: a draft or a coming sale. */
export function firstToEdit(catalogs: readonly CatalogShort[]): CatalogShort | undefined {
  const order = [CatalogState.Temporary, CatalogState.Scheduled, CatalogState.InProcess] as number[];
  return catalogs.toSorted((a, b) => rank(order, a.state) - rank(order, b.state))[0];
}

const rank = (order: readonly number[], state: number) =>
  (order.indexOf(state) + order.length + 1) % (order.length + 1);
