import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { PaddleRequest } from "@/lib/api/types";

const paddlesKey = (catalogId: number) => ["trade", "paddles", catalogId] as const;

/** Whom the house knows under which paddle, and whom it calls. */
export const paddlesOptions = (catalogId: number) =>
  queryOptions({
    queryKey: paddlesKey(catalogId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/paddles/{id}", { params: { path: { id: catalogId } }, signal })),
    // Another person of the house registers people at the door.
    refetchInterval: 15_000,
  });

/** Adds a paddle, or replaces one. */
export function useSavePaddle(catalogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: PaddleRequest & { id: number | null }) =>
      id === null
        ? call(api.POST("/api/trade/paddles/{id}", { params: { path: { id: catalogId } }, body }))
        : call(
            api.PUT("/api/trade/paddles/{id}/{paddleId}", {
              params: { path: { id: catalogId, paddleId: id } },
              body,
            }),
          ),
    onSuccess: () => client.invalidateQueries({ queryKey: paddlesKey(catalogId) }),
    meta: { ownErrors: true },
  });
}

export function useDeletePaddle(catalogId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paddleId: number) =>
      call(
        api.DELETE("/api/trade/paddles/{id}/{paddleId}", { params: { path: { id: catalogId, paddleId } } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: paddlesKey(catalogId) }),
  });
}

/** How many look at a lot and reach for the bid button. */
export const attentionOptions = (catalogId: number, lotId: number) =>
  queryOptions({
    queryKey: ["trade", "attention", catalogId, lotId],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/trade/attention/{id}", {
          params: { path: { id: catalogId }, query: { lotId } },
          signal,
        }),
      ),
    refetchInterval: 2000,
  });

/** Hides a message or its author's further ones. The list follows by the room, which every controller hears. */
export function useModeration(catalogId: number) {
  const client = useQueryClient();
  const path = { id: catalogId };
  const reload = () => client.invalidateQueries({ queryKey: ["chat", catalogId] });
  const hide = useMutation({
    mutationFn: (body: { messageId: number; isHidden: boolean }) =>
      call(api.PUT("/api/chat/{id}/message", { params: { path }, body })),
    onSuccess: reload,
  });
  const mute = useMutation({
    mutationFn: (body: { messageId: number; isMuted: boolean }) =>
      call(api.PUT("/api/chat/{id}/mute", { params: { path }, body })),
    onSuccess: reload,
  });
  return {
    onHide: ({ id }: { id: number }, isHidden: boolean) => hide.mutate({ messageId: id, isHidden }),
    onMute: ({ id }: { id: number }, isMuted: boolean) => mute.mutate({ messageId: id, isMuted }),
  };
}
