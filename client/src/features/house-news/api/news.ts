import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { NewsRequest } from "@/lib/api/types";

export const houseNewsKey = (houseId: number) => ["news", "house", houseId] as const;

/** A house's news with drafts, latest first. */
export const houseNewsOptions = (houseId: number, pageNumber: number) =>
  queryOptions({
    queryKey: [...houseNewsKey(houseId), pageNumber],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/news/house/{id}", {
          params: { path: { id: houseId }, query: { showDrafts: true, pageNumber, pageSize: 20 } },
          signal,
        }),
      ),
  });

export const articleOptions = (id: number) =>
  queryOptions({
    queryKey: ["news", "article", id],
    queryFn: ({ signal }) => readArticle(id, signal),
    staleTime: 0,
  });

export const readArticle = (id: number, signal?: AbortSignal) =>
  call(api.GET("/api/news/article/{id}", { params: { path: { id } }, signal }));

export const saveArticle = (body: NewsRequest) => call(api.POST("/api/news", { body }));

export const deleteArticle = (id: number, keepalive: boolean) =>
  call(api.DELETE("/api/news/{id}", { params: { path: { id } }, keepalive }));

export const removePicture = (id: number) =>
  call(api.DELETE("/api/news/{id}/images", { params: { path: { id } } }));
