import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { SearchSynonymRequest } from "@/lib/api/types";

const synonymsKey = ["admin", "synonyms"] as const;

/** All groups of synonyms, by their first word. */
export const synonymsOptions = () =>
  queryOptions({
    queryKey: synonymsKey,
    queryFn: ({ signal }) => call(api.GET("/api/search/synonyms", { signal })),
  });

function useSynonymChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    onSuccess: () => client.invalidateQueries({ queryKey: synonymsKey }),
  });
}

export const useSaveSynonyms = () =>
  useSynonymChange(
    ({ id, body }: { id: number | null; body: SearchSynonymRequest }) =>
      call(
        id === null
          ? api.POST("/api/search/synonyms", { body })
          : api.PUT("/api/search/synonyms/{id}", { params: { path: { id } }, body }),
      ),
    true,
  );

export const useDeleteSynonyms = () =>
  useSynonymChange((id: number) =>
    call(api.DELETE("/api/search/synonyms/{id}", { params: { path: { id } } })),
  );
