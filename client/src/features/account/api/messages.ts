import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { messagesKey } from "@/lib/notices/messages";

/** The user's notifications, latest first. */
export const messagesOptions = (pageNumber: number) =>
  queryOptions({
    queryKey: [...messagesKey, "page", pageNumber],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/notifications/my/messages/all", {
          params: { query: { pageNumber, pageSize: 20 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The latest messages to everybody. */
export const systemMessagesOptions = () =>
  queryOptions({
    queryKey: [...messagesKey, "system"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/notifications/system/messages/{n}", { params: { path: { n: 5 } }, signal })),
  });

/** The number of unread notifications. */
export const unreadOptions = () =>
  queryOptions({
    queryKey: [...messagesKey, "unread"],
    queryFn: async ({ signal }) => {
      const query = { unreadOnly: true, pageNumber: 1, pageSize: 1 };
      const page = await call(api.GET("/api/notifications/my/messages/all", { params: { query }, signal }));
      return page.totalCount;
    },
  });

/** Marks notifications as read: those given, or all. */
export function useReadMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | null) => call(api.POST("/api/notifications/read", { body: { ids } })),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
  });
}
