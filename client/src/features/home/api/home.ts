import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const HOME_LOTS = 10;

export const recommendedOptions = () =>
  queryOptions({
    queryKey: ["lots", "random"],
    queryFn: ({ signal }) => call(api.GET("/api/lots/rnd", { signal })),
    // A new choice on every visit of the page, but not when the window regains focus.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const topOptions = () =>
  queryOptions({
    queryKey: ["lots", "top"],
    queryFn: ({ signal }) => call(api.GET("/api/lots/rnd", { params: { query: { top: "" } }, signal })),
    staleTime: 60_000,
  });

/** The running and the coming sales, each list ordered by time. */
export const salesOptions = (scope: "current" | "future") =>
  queryOptions({
    queryKey: ["catalog", "list", { scope, home: true }],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/catalog", { params: { query: { scope, pageNumber: 1, pageSize: HOME_LOTS } }, signal }),
      ),
    refetchInterval: 60_000,
  });

export const categoryLotsOptions = (categoryIds: readonly number[]) =>
  queryOptions({
    queryKey: ["lots", "search", { home: true, categoryIds }],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/lots/search", {
          params: { query: { pageNumber: 1, pageSize: HOME_LOTS } },
          body: { categoryIds: [...categoryIds], isBiddingOver: false },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

export const heroLotOptions = (id: number) =>
  queryOptions({
    queryKey: ["lot", id],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}", { params: { path: { id } }, signal })),
    refetchInterval: 5000,
  });

export const membersOptions = (catalogId: number) =>
  queryOptions({
    queryKey: ["chat", "count", catalogId],
    queryFn: ({ signal }) =>
      call(api.POST("/api/chat/{id}/count", { params: { path: { id: catalogId } }, signal })),
    refetchInterval: 5000,
  });

/** The banners shown now, in their order. */
export const bannersOptions = () =>
  queryOptions({
    queryKey: ["banners", "visible"],
    queryFn: ({ signal }) => call(api.GET("/api/banner/visible", { signal })),
    staleTime: 60_000,
  });
