import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { ApiError } from "@/lib/api/errors";
import type { BegunChange, PhoneProof, User, WaitingChange } from "@/lib/api/types";
import { sessionKey } from "@/lib/auth/session";

export type ContactKind = "phone" | "email";

const waitingKey = ["contactChanges"] as const;

/** Changes of the user's contacts that wait for their 72 hours. */
export const waitingChangesOptions = () =>
  queryOptions({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/changes", { signal })),
  });

/** A contact to prove, and for a number who calls whom. */
interface NewContact {
  kind: ContactKind;
  contact: string;
  way?: PhoneProof;
}

/** A proof that has begun; null if the operator lets no call of the provider through, so that the user has to call. */
export type Begun = BegunChange | null;

async function orOwnCall(begun: Promise<BegunChange>, isCall: boolean): Promise<Begun> {
  try {
    return await begun;
  } catch (error) {
    if (isCall && error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}

/** Begins the proof of a new contact: sends a code to it, has the provider call it, or names a number to call. */
export const useProveNew = () =>
  useMutation({
    mutationFn: ({ kind, contact, way = "call" }: NewContact) =>
      kind === "phone"
        ? orOwnCall(
            call(api.POST("/api/accounts/change/phone", { body: { number: contact, kind: way } })),
            way === "call",
          )
        : orOwnCall(call(api.POST("/api/accounts/change/email", { body: { email: contact } })), false),
    meta: { ownErrors: true },
  });

/** Begins, in the same ways, the proof of the present contact `guard` that guards the change of a contact of `kind`. */
export const useProveOld = (kind: ContactKind, guard: ContactKind) =>
  useMutation({
    mutationFn: (way: PhoneProof) =>
      orOwnCall(
        call(
          api.POST("/api/accounts/change/{kind}/old", { params: { path: { kind } }, body: { kind: way } }),
        ),
        guard === "phone" && way === "call",
      ),
    meta: { ownErrors: true },
  });

interface Proofs {
  sessionKey: string;
  /** None for a call of the user. */
  code?: string;
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
