import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const few = { pageNumber: 1, pageSize: 8 };

/** Lots of all houses by words, hidden ones included. */
export const findLotsOptions = (text: string) =>
  queryOptions({
    queryKey: ["lots", "find", "all", text],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/lots/search", {
          params: { query: few },
          body: { searchQuery: text, showHiddenLots: true },
          signal,
        }),
      ),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    enabled: text !== "",
  });

/** Sales of all houses by part of the title or of the house's name. */
export const findSalesOptions = (text: string) =>
  queryOptions({
    queryKey: ["catalogs", "find", "all", text],
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog", { params: { query: { search: text, ...few } }, signal })),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    enabled: text !== "",
  });
