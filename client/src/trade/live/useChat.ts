import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "@/lib/api/client";
import type { ChatMessage } from "@/lib/api/types";

const HISTORY = 50;

const chatKey = (catalogId: number) => ["chat", catalogId] as const;

/** The latest messages of a catalog's chat, oldest first. */
const chatOptions = (catalogId: number) =>
  queryOptions({
    queryKey: chatKey(catalogId),
    queryFn: async ({ signal }): Promise<ChatMessage[]> => {
      const page = await call(
        api.POST("/api/chat/search", { body: { catalogId, pageNumber: 1, pageSize: HISTORY }, signal }),
      );
      return page.items.toReversed();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** History and live messages in one list. `catchUp` loads what was missed while offline. */
export function useChat(catalogId: number) {
  const client = useQueryClient();
  const { data } = useQuery(chatOptions(catalogId));
  const change = useCallback(
    (news: (known: ChatMessage[]) => ChatMessage[]) => {
      client.setQueryData(chatOptions(catalogId).queryKey, (known = []) => news(known));
    },
    [client, catalogId],
  );
  /** A message that is shown again comes with the id it had. */
  const add = useCallback(
    (message: ChatMessage) =>
      change((known) =>
        known.some(({ id }) => id === message.id)
          ? known.map((other) => (other.id === message.id ? { ...other, isHidden: false } : other))
          : [...known, message].sort((a, b) => a.id - b.id),
      ),
    [change],
  );
  const hide = useCallback(
    (hidden: { id: number }) =>
      change((known) =>
        known.map((message) => (message.id === hidden.id ? { ...message, isHidden: true } : message)),
      ),
    [change],
  );
  const catchUp = useCallback(
    () => client.invalidateQueries({ queryKey: chatKey(catalogId) }),
    [client, catalogId],
  );
  return { messages: data ?? [], isLoaded: data !== undefined, add, hide, catchUp };
}
