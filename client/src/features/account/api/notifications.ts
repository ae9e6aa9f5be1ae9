import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { NotificationSettings } from "@/lib/api/types";

/** Of what the person hears by e-mail. */
export const notificationSettingsOptions = () =>
  queryOptions({
    queryKey: ["notification-settings"],
    queryFn: ({ signal }) => call(api.GET("/api/notifications/settings", { signal })),
  });

/** Stores all of them; what is shown changes at once, and back if it cannot be stored. */
export function useChangeNotificationSettings() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsOptions();
  return useMutation({
    // One after the other: each stores all of the settings.
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
