import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { CatalogType } from "@/trade/enums";

export type HouseKind = "all" | "houses" | "galleries" | "postauction";

export const housesOptions = (filter: { kind: HouseKind; galleryType?: number; page: number }) =>
  queryOptions({
    queryKey: ["house", "list", filter],
    queryFn: ({ signal }) => {
      const { page, ...rest } = filter;
      return call(
        api.GET("/api/house", { params: { query: { ...rest, pageNumber: page, pageSize: 30 } }, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });

export const houseGalleryOptions = (houseId: number, page: number) =>
  queryOptions({
    queryKey: ["house", houseId, "gallery", page],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/lots/search", {
          params: { query: { pageNumber: page, pageSize: 20 } },
          body: { houseId, catalogTypes: [CatalogType.Gallery] },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Unsold lots of a house that may still be bought. */
export const housePostAuctionOptions = (id: number, pageNumber: number) =>
  queryOptions({
    queryKey: ["house", id, "postauction", pageNumber],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/{id}/postauction", {
          params: { path: { id }, query: { pageNumber, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const houseNewsOptions = (id: number, pageNumber: number) =>
  queryOptions({
    queryKey: ["news", "of-house", id, pageNumber],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/news/house/{id}", {
          params: { path: { id }, query: { pageNumber, pageSize: 12 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const houseStaffOptions = (id: number) =>
  queryOptions({
    queryKey: ["house", id, "staff"],
    queryFn: ({ signal }) => call(api.GET("/api/house/{id}/staff", { params: { path: { id } }, signal })),
  });

export const houseCatalogsOptions = (id: number, page: number) =>
  queryOptions({
    queryKey: ["catalog", "house", id, page],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/catalog/house/{id}", {
          params: { path: { id }, query: { pageNumber: page, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
