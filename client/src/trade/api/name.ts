import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { User } from "@/lib/api/types";
import { sessionKey } from "@/lib/auth/session";

/** The server's limit of a name. */
export const NAME_MAX = 100;

/** Whether the account still has the name that the server made up, «Участник 57». */
export const isNameless = ({ displayName, id }: Pick<User, "displayName" | "id">): boolean =>
  displayName.trim() === "" || displayName === `Участник ${id}`;

/** Changes the user's name. */
export function useRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => call(api.PUT("/api/accounts", { body: { displayName } })),
    meta: { ownErrors: true },
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}
