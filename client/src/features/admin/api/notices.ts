import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const noticesKey = ["systemMessages"] as const;

/** The latest hundred messages to everybody. */
export const noticesOptions = () =>
  queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }) =>
      call(api.GET("/api/notifications/system/messages/{n}", { params: { path: { n: 100 } }, signal })),
  });

export function usePublishNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { subject: string; text: string }) =>
      call(api.POST("/api/notifications/system", { body })),
    meta: { ownErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: noticesKey }),
  });
}

export function useWithdrawNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call(api.DELETE("/api/notifications/system/{id}", { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: noticesKey }),
  });
}
