import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { SignIn } from "@/lib/api/types";

/** The last call of a sign-in, which an account with a second factor answers only with a code of it. */
export type SignInWith = (secondFactor?: string) => Promise<SignIn>;

export const requestCall = (number: string) => call(api.POST("/api/auth/call", { body: { number } }));
export const verifyCall = (body: { sessionKey: string; code: string }) =>
  call(api.POST("/api/auth/verify", { body }));
export const signIn =
  (sessionKey: string): SignInWith =>
  (secondFactor) =>
    call(api.POST("/api/signin", { body: { sessionKey, secondFactor } }));

export const requestCallback = (number: string) => call(api.POST("/api/auth/callback", { body: { number } }));

const POLL_MS = 2000;

/** Whether the user's call has arrived, polled every two seconds until it is decided. */
export const callbackStatusOptions = (id: string) =>
  queryOptions({
    queryKey: ["auth", "callback", id],
    queryFn: ({ signal }) =>
      call(api.POST("/api/auth/callback/check/{id}", { params: { path: { id } }, signal })),
    refetchInterval: (query) => (query.state.data && query.state.data.status !== "pending" ? false : POLL_MS),
    refetchIntervalInBackground: true,
    gcTime: 0,
    staleTime: 0,
  });

export const requestEmail = (email: string) => call(api.POST("/api/auth/email", { body: { email } }));
export const verifyEmail = (body: { sessionKey: string; code: string; email: string }) =>
  call(api.POST("/api/auth/email/verify", { body }));
export const signInByEmail =
  (body: { sessionKey: string; code: string; email: string }): SignInWith =>
  (secondFactor) =>
    call(api.POST("/api/auth/email/signin", { body: { ...body, secondFactor } }));

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
