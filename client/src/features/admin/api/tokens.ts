import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { TokenSort } from "@/lib/api/types";

const tokensKey = ["admin", "tokens"] as const;

export const TOKEN_SORTS: readonly TokenSort[] = [
  "name",
  "-name",
  "used",
  "-used",
  "expires",
  "-expires",
  "created",
  "-created",
];

export const readTokens = (
  pageNumber: number,
  pageSize: number,
  accountId: number | null,
  sort: TokenSort | undefined,
  signal?: AbortSignal,
) =>
  call(
    api.GET("/api/accounts/tokens", {
      params: { query: { accountId: accountId ?? undefined, sort, pageNumber, pageSize } },
      signal,
    }),
  );

/** A page of access tokens, newest first unless sorted; revoked and expired ones included. */
export const tokensOptions = (page: number, accountId: number | null, sort: TokenSort | undefined) =>
  queryOptions({
    queryKey: [...tokensKey, { page, accountId, sort }],
    queryFn: ({ signal }) => readTokens(page, 25, accountId, sort, signal),
    placeholderData: keepPreviousData,
  });

export function useIssueToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, name, days }: { accountId: number; name: string; days: number }) =>
      call(
        api.POST("/api/accounts/{id}/token", { params: { path: { id: accountId } }, body: { name, days } }),
      ),
    meta: { ownErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.DELETE("/api/accounts/tokens/{id}", { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}
