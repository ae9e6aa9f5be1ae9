import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const sessionsKey = ["sessions"] as const;

/** The user's sessions, including this device's. */
export const sessionsOptions = () =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/sessions", { signal })),
  });

/** Ends a session. Its sockets close at once. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.DELETE("/api/accounts/sessions/{id}", { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
