import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { SavedSearch, SavedSearchRequest, SearchLetters } from "@/lib/api/types";

export const letterTimes: readonly { value: SearchLetters; label: string; note: string }[] = [
  { value: "daily", label: "Раз в день", note: "письмо утром" },
  { value: "atOnce", label: "Сразу", note: "письмо сразу" },
  { value: "never", label: "Не присылать", note: "без писем" },
];

export const savedSearchesOptions = (userId: number) =>
  queryOptions({
    queryKey: ["savedSearches", userId],
    queryFn: ({ signal }) => call(api.GET("/api/saved-searches", { signal })),
    staleTime: 60_000,
  });

function useSaved<T>(action: (value: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSettled: () => client.invalidateQueries({ queryKey: ["savedSearches"] }),
  });
}

/** Saves a search, or replaces the one of the same address. */
export const useSaveSearch = () =>
  useSaved((body: SavedSearchRequest) => call(api.POST("/api/saved-searches", { body })));

export const useChangeSearch = () =>
  useSaved(({ id, name, letters }: Pick<SavedSearch, "id" | "name" | "letters">) =>
    call(api.PUT("/api/saved-searches/{id}", { params: { path: { id } }, body: { name, letters } })),
  );

export const useDeleteSearch = () =>
  useSaved((id: number) => call(api.DELETE("/api/saved-searches/{id}", { params: { path: { id } } })));
