import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { NewsRequest } from "@/lib/api/types";
import { everyPage, LONGEST_PAGE } from "@/staff/table/everyPage";

/** Of a house, or of the platform if that is null. */
export const newsroomKey = (houseId: number | null) => ["news", "house", houseId] as const;

/** All news with drafts, which come first, the others latest first: there are some hundreds at most. */
export const newsroomOptions = (houseId: number | null) =>
  queryOptions({
    queryKey: newsroomKey(houseId),
    queryFn: ({ signal }) =>
      everyPage((pageNumber) => {
        const query = { showDrafts: true, pageNumber, pageSize: LONGEST_PAGE };
        return houseId === null
          ? call(api.GET("/api/news/platform", { params: { query }, signal }))
          : call(api.GET("/api/news/house/{id}", { params: { path: { id: houseId }, query }, signal }));
      }),
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
