import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/**
 * Suggestions for a text. Cancels superseded requests; keeps the previous result while letters are only added or
 * removed.
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
