import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { everyPage } from "@/staff/table/everyPage";

export const salesOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["catalogs", "house", houseId, "sales", "results"],
    queryFn: ({ signal }) =>
      everyPage((pageNumber) =>
        call(api.GET("/api/catalog", { params: { query: { houseId, pageNumber, pageSize: 100 } }, signal })),
      ),
    staleTime: 10_000,
  });

/** Every bet of a sale as a spreadsheet. */
export const betsReport = (id: number) =>
  call(
    api.GET("/api/trade/report/bets/{id}", { params: { path: { id } }, parseAs: "blob" }),
  ) as Promise<unknown> as Promise<Blob>;

export const payLot = (id: number, keepalive: boolean) =>
  call(api.POST("/api/lots/{id}/paid", { params: { path: { id } }, keepalive }));

export const toPostAuction = (id: number) =>
  call(api.POST("/api/lots/{id}/move-to-postauction", { params: { path: { id } } }));

export const toCatalog = (lotId: number, catalogId: number) =>
  call(
    api.POST("/api/catalog/{id}/lot", {
      params: { path: { id: catalogId } },
      body: { lotId, catalogLotId: null },
    }),
  );
