import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const PAGE = 13;

/** Published news, latest first: of one kind, or of all if it is null. */
export const newsOptions = (kind: number | null, pageNumber: number) =>
  queryOptions({
    queryKey: ["news", "list", kind, pageNumber],
    queryFn: ({ signal }) =>
      kind === null
        ? call(api.GET("/api/news", { params: { query: { pageNumber, pageSize: PAGE } }, signal }))
        : call(
            api.GET("/api/news/{kind}/{page}", {
              params: { path: { kind, page: pageNumber }, query: { pageSize: PAGE } },
              signal,
            }),
          ),
    placeholderData: keepPreviousData,
  });

export const articleOptions = (id: number) =>
  queryOptions({
    queryKey: ["news", "one", id],
    queryFn: ({ signal }) => call(api.GET("/api/news/article/{id}", { params: { path: { id } }, signal })),
  });
