import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { GridAnswer, GridCell, GridLot, LotNumber } from "@/lib/api/types";

/** The lots of a house's catalog, or of its storage with `null`. */
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

/** All sales and standing catalogs of a house. */
export const houseCatalogsOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["catalogs", "house", houseId, "everything"],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/catalog/house/{id}", {
          params: { path: { id: houseId }, query: { pageSize: 100 } },
          signal,
        }),
      ),
    select: ({ items }) => items,
    staleTime: 30_000,
  });

export interface LotCells {
  lotId: number;
  cells: GridCell[];
}

/** Lots per call; the server takes no more. */
const CHUNK = 200;

/** Saves cells. A long paste goes in several calls; the answer is that of all. */
export async function saveCells(houseId: number, changes: readonly LotCells[]): Promise<GridAnswer> {
  const answer: GridAnswer = { lots: [], refused: [] };
  for (let from = 0; from < changes.length; from += CHUNK) {
    const part = await call(
      api.PUT("/api/house/{id}/grid", {
        params: { path: { id: houseId } },
        body: { changes: changes.slice(from, from + CHUNK) },
      }),
    );
    answer.lots.push(...part.lots);
    answer.refused.push(...part.refused);
  }
  return answer;
}

export const renumber = (catalogId: number, lots: LotNumber[]) =>
  call(api.PUT("/api/catalog/{id}/lot-numbers", { params: { path: { id: catalogId } }, body: { lots } }));

const lot = (id: number) => ({ params: { path: { id } } });

export const hideLot = (id: number) => call(api.POST("/api/lots/{id}/hide", lot(id)));
export const showLot = (id: number) => call(api.POST("/api/lots/{id}/show", lot(id)));
export const payLot = (id: number) => call(api.POST("/api/lots/{id}/paid", lot(id)));
export const copyLot = (id: number) => call(api.POST("/api/lots/{id}/create-copy", lot(id)));
export const deleteLot = (id: number) => call(api.DELETE("/api/lots/{id}", lot(id)));
export const toPostAuction = (id: number) => call(api.POST("/api/lots/{id}/move-to-postauction", lot(id)));

/** Puts a lot into a catalog, or with `null` into the storage. */
export function moveLot(
  moved: Pick<GridLot, "id" | "catalogId">,
  catalogId: number | null,
  number: number | null = null,
) {
  if (catalogId !== null) {
    return call(
      api.POST("/api/catalog/{id}/lot", {
        params: { path: { id: catalogId } },
        body: { lotId: moved.id, catalogLotId: number },
      }),
    );
  }
  return call(
    api.DELETE("/api/catalog/{id}/lot/{lotId}", {
      params: { path: { id: moved.catalogId ?? 0, lotId: moved.id } },
    }),
  );
}
