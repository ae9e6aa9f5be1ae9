import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const sessionsKey = ["sessions"] as const;

/** Where the person is logged in, this device among them. */
export const sessionsOptions = () =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/sessions", { signal })),
  });

/** Logs one of them out; its sockets close at once. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.DELETE("/api/accounts/sessions/{id}", { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
