import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { HelpArticleRequest } from "@/lib/api/types";

export type HelpKind = "faq" | "glossary";

const key = (kind: HelpKind) => [kind] as const;

/** The questions or the terms, in order. */
export const helpOptions = (kind: HelpKind) =>
  queryOptions({
    queryKey: [...key(kind), "admin"],
    queryFn: ({ signal }) =>
      call(kind === "faq" ? api.GET("/api/faq", { signal }) : api.GET("/api/glossary", { signal })),
  });

export function useSaveHelp(kind: HelpKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: HelpArticleRequest }) => {
      if (id === null) {
        return call(kind === "faq" ? api.POST("/api/faq", { body }) : api.POST("/api/glossary", { body }));
      }
      const params = { path: { id } };
      return call(
        kind === "faq"
          ? api.PUT("/api/faq/{id}", { params, body })
          : api.PUT("/api/glossary/{id}", { params, body }),
      );
    },
    meta: { ownErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: key(kind) }),
  });
}

export function useDeleteHelp(kind: HelpKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => {
      const params = { path: { id } };
      return call(
        kind === "faq"
          ? api.DELETE("/api/faq/{id}", { params })
          : api.DELETE("/api/glossary/{id}", { params }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key(kind) }),
  });
}
