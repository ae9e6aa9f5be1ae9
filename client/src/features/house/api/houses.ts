import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

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

export const houseLotsOptions = (id: number, page: number) =>
  queryOptions({
    queryKey: ["house", id, "lots", page],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/{id}/lots", {
          params: { path: { id }, query: { pageNumber: page, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const houseGalleryOptions = (id: number, page: number) =>
  queryOptions({
    queryKey: ["house", id, "gallery", page],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/{id}/gallery", {
          params: { path: { id }, query: { pageNumber: page, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
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
