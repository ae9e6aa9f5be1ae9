import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { sendFile } from "@/lib/api/uploads";
import { sessionKey } from "@/lib/auth/session";

function useSessionMutation<T>(mutationFn: (value: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}

export const usePhoto = () => useSessionMutation((file: File) => sendFile("/api/accounts/images", file));
export const useRemovePhoto = () =>
  useSessionMutation((_: undefined) => call(api.DELETE("/api/accounts/images")));

const consentsKey = ["consents"] as const;

/** The user's consents, latest first, withdrawn ones included. */
export const consentsOptions = () =>
  queryOptions({
    queryKey: consentsKey,
    queryFn: ({ signal }) => call(api.GET("/api/consents/my", { signal })),
  });

/** Everything stored about the user, as a JSON file. */
export const exportData = () =>
  call(api.GET("/api/accounts/export", { parseAs: "blob" })) as Promise<unknown> as Promise<Blob>;

export const deleteAccount = (id: number) =>
  call(api.DELETE("/api/accounts/{id}", { params: { path: { id } } }));
