import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { User, WaitingChange } from "@/lib/api/types";
import { sessionKey } from "@/lib/auth/session";

export type ContactKind = "phone" | "email";

const waitingKey = ["contactChanges"] as const;

/** Changes of the user's contacts that wait for their 72 hours. */
export const waitingChangesOptions = () =>
  queryOptions({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/changes", { signal })),
  });

/** Sends a code to the new contact, or has the provider call it. */
export const useProveNew = (kind: ContactKind) =>
  useMutation({
    mutationFn: (contact: string) =>
      kind === "phone"
        ? call(api.POST("/api/accounts/change/phone", { body: { number: contact } }))
        : call(api.POST("/api/accounts/change/email", { body: { email: contact } })),
    meta: { ownErrors: true },
  });

/** Sends a code to the present contact that guards the change, or has the provider call it. */
export const useProveOld = (kind: ContactKind) =>
  useMutation({
    mutationFn: () =>
      call(api.POST("/api/accounts/change/{kind}/old", { params: { path: { kind } }, body: {} })),
    meta: { ownErrors: true },
  });

interface Proofs {
  sessionKey: string;
  code: string;
  oldSessionKey?: string;
  oldCode?: string;
}

/** Changes the contact, or has the change wait if no present contact is proved. */
export function useAcceptChange(kind: ContactKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Proofs): Promise<WaitingChange | null> => {
      const answer: User | WaitingChange = await call(
        api.POST("/api/accounts/change/{kind}/accept", { params: { path: { kind } }, body }),
      );
      return "due" in answer ? answer : null;
    },
    meta: { ownErrors: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: waitingKey }),
        client.invalidateQueries({ queryKey: sessionKey }),
      ]),
  });
}

/** Withdraws a change that waits. */
export function useWithdrawChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kind: string) =>
      call(api.DELETE("/api/accounts/changes/{kind}", { params: { path: { kind } } })),
    onSettled: () => client.invalidateQueries({ queryKey: waitingKey }),
  });
}
