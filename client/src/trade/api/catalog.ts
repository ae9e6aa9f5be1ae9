import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const catalogKey = (id: number) => ["catalog", id] as const;

export const catalogOptions = (id: number) =>
  queryOptions({
    queryKey: [...catalogKey(id), "one"],
    queryFn: ({ signal }) => call(api.GET("/api/catalog/{id}", { params: { path: { id } }, signal })),
  });

export const houseOptions = (id: number) =>
  queryOptions({
    queryKey: ["house", id, "one"],
    queryFn: ({ signal }) => call(api.GET("/api/house/{id}", { params: { path: { id } }, signal })),
    staleTime: 60_000,
  });
