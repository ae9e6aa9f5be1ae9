import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** What a text finds. A request that is no longer asked for is cancelled; what was found before stays meanwhile. */
export const suggestionsOptions = (text: string) =>
  queryOptions({
    queryKey: ["search", "suggest", text],
    queryFn: ({ signal }) => call(api.GET("/api/search/suggest", { params: { query: { q: text } }, signal })),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
