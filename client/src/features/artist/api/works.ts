import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** An artist's works: on offer, or sold under the hammer. */
export const worksOptions = (id: number, filter: { isSold: boolean; pageNumber: number; pageSize: number }) =>
  queryOptions({
    queryKey: ["artist", id, "works", filter],
    queryFn: ({ signal }) =>
      call(api.GET("/api/artists/{id}/works", { params: { path: { id }, query: filter }, signal })),
    placeholderData: keepPreviousData,
  });

/** The artist's followers and hammer prices. */
export const summaryOptions = (id: number) =>
  queryOptions({
    queryKey: ["artist", id, "summary"],
    queryFn: ({ signal }) => call(api.GET("/api/artists/{id}/summary", { params: { path: { id } }, signal })),
    staleTime: 60_000,
  });
