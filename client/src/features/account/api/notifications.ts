import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { NotificationSettings } from "@/lib/api/types";

/** The user's e-mail settings. */
export const notificationSettingsOptions = () =>
  queryOptions({
    queryKey: ["notification-settings"],
    queryFn: ({ signal }) => call(api.GET("/api/notifications/settings", { signal })),
  });

/** Saves all settings. The switches change at once and roll back on failure. */
export function useChangeNotificationSettings() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsOptions();
  return useMutation({
    // In sequence: each request saves all settings.
    scope: { id: "notification-settings" },
    mutationFn: (settings: NotificationSettings) =>
      call(api.PUT("/api/notifications/settings", { body: settings })),
    onMutate: async (settings) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, settings);
      return { before };
    },
    onError: (_error, _settings, held) => client.setQueryData(queryKey, held?.before),
  });
}
