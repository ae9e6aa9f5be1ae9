import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/**
 * What a text finds. A request that is no longer asked for is cancelled. What was found before stays meanwhile if letters were
 * only added or taken off.
 */
export const suggestionsOptions = (text: string) =>
  queryOptions({
    queryKey: ["search", "suggest", text],
    queryFn: ({ signal }) => call(api.GET("/api/search/suggest", { params: { query: { q: text } }, signal })),
    enabled: text !== "",
    placeholderData: (found, before) => {
      const former = before?.queryKey[2];
      return former && (former.startsWith(text) || text.startsWith(former)) ? found : undefined;
    },
    staleTime: 30_000,
  });
