import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** The pause before another code or call may be requested, in seconds. */
export const RESEND_S = 59;

const POLL_MS = 2000;

/** Whether the user's call has arrived, polled every two seconds until it is decided. */
export const callbackStatusOptions = (id: string) =>
  queryOptions({
    queryKey: ["auth", "callback", id],
    queryFn: ({ signal }) =>
      call(api.POST("/api/auth/callback/check/{id}", { params: { path: { id } }, signal })),
    refetchInterval: (query) => {
      const status = query.state.data?.status;
      return status === "confirmed" || status === "expired" ? false : POLL_MS;
    },
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  });

export const LATE_CALL = "Время ожидания вышло. Запросите номер ещё раз.";

/** The newest message of the development outbox, which only a demonstration server has. */
export const outboxOptions = (to: string) =>
  queryOptions({
    queryKey: ["dev", "outbox", to],
    queryFn: ({ signal }) => call(api.GET("/dev/outbox", { params: { query: { to } }, signal })),
    refetchInterval: POLL_MS,
    gcTime: 0,
    staleTime: 0,
  });

export const playCallback = (id: string) =>
  call(api.POST("/dev/outbox/callback/{id}", { params: { path: { id } } }));
