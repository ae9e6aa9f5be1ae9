import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const STALE = 60_000;

/** Lots like this one. */
export const similarLotsOptions = (id: number) =>
  queryOptions({
    queryKey: ["lots", "similar", id] as readonly unknown[],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}/similar", { params: { path: { id } }, signal })),
    staleTime: STALE,
  });

/** The lots this browser viewed lately. */
export const viewedLotsOptions = () =>
  queryOptions({
    queryKey: ["lots", "viewed"] as readonly unknown[],
    queryFn: ({ signal }) => call(api.GET("/api/lots/viewed", { signal })),
    staleTime: 0,
  });

export const lotsByAuthorOptions = (id: number) =>
  queryOptions({
    queryKey: ["lots", "by-author", id] as readonly unknown[],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}/by-author", { params: { path: { id } }, signal })),
    staleTime: STALE,
  });

export const lotsOfHouseOptions = (id: number) =>
  queryOptions({
    queryKey: ["lots", "same-house", id] as readonly unknown[],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}/same-house", { params: { path: { id } }, signal })),
    staleTime: STALE,
  });

/** What lots like this one were sold for. */
export const similarSoldOptions = (id: number) =>
  queryOptions({
    queryKey: ["lots", "similar-sold", id],
    queryFn: ({ signal }) =>
      call(api.GET("/api/lots/{id}/similar-sold", { params: { path: { id } }, signal })),
    staleTime: STALE,
  });
