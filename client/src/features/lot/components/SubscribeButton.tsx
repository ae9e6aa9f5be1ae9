import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tell } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import type { Lot } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { lotOptions } from "@/trade/api/lots";
import { subscribedLotsKey } from "@/trade/api/subscriptions";

/** Subscribes the viewer to the lot's beginning and end. */
export function SubscribeButton({ lot }: { lot: Lot }) {
  const client = useQueryClient();
  const requireLogin = useRequireLogin();
  const { queryKey } = lotOptions(lot.id);
  const toggle = useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call(api.POST("/api/notifications", { body: { lotId: lot.id } }))
        : call(api.DELETE("/api/notifications/lot/{id}", { params: { path: { id: lot.id } } })),
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const change = (on ? 1 : 0) - (before?.isSubscribed ? 1 : 0);
      if (before) {
        const { counters } = before;
        client.setQueryData(queryKey, {
          ...before,
          isSubscribed: on,
          counters: { ...counters, subscriptions: counters.subscriptions + change },
        });
      }
      return { before };
    },
    onSuccess: (_answer, on) => {
      if (on) tell("Напомним перед началом и перед окончанием торгов");
    },
    onError: (_error, _on, held) => client.setQueryData(queryKey, held?.before),
    onSettled: () => client.invalidateQueries({ queryKey: subscribedLotsKey }),
  });
  const onClick = () =>
    requireLogin(() => toggle.mutate(!lot.isSubscribed), "После входа включим напоминание о лоте.");
  return (
    <Button
      variant="quiet"
      leftSection={<Icon name="bell" filled={lot.isSubscribed} />}
      aria-pressed={lot.isSubscribed}
      disabled={toggle.isPending}
      onClick={onClick}
    >
      {lot.isSubscribed ? "Напомним" : "Напомнить"}
    </Button>
  );
}
