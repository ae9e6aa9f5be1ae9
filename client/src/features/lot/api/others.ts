import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { Lot } from "@/lib/api/types";
import { LotState } from "@/lib/enums";

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

/** A price is near another within this factor. */
const NEAR = 3;

/** Lots of the same category that were sold for about this lot's price. */
export const similarSoldOptions = ({ id, categoryId, price }: Lot) => {
  const about = price.value ?? (price.start > 0 ? price.start : price.estimatedFrom);
  return queryOptions({
    queryKey: ["lots", "similar-sold", id] as readonly unknown[],
    queryFn: async ({ signal }) => {
      const body = {
        categoryIds: categoryId === null ? null : [categoryId],
        states: [LotState.Sold, LotState.Paid],
        currency: price.currency,
        ...(about ? { priceFrom: Math.floor(about / NEAR), priceTo: about * NEAR } : {}),
      };
      const query = { pageNumber: 1, pageSize: 5 };
      return (await call(api.POST("/api/lots/search", { params: { query }, body, signal }))).items;
    },
    enabled: categoryId !== null,
    staleTime: STALE,
  });
};
