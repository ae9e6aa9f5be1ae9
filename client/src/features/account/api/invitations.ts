import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { StaffShown } from "@/lib/api/types";

const invitationsKey = ["staffInvitations"] as const;
const postsKey = ["staffPosts"] as const;

/** The invitations that wait for the user's answer. */
export const invitationsOptions = () =>
  queryOptions({
    queryKey: invitationsKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/invitations", { signal })),
  });

/** Accepts an invitation. The user's rights, and with them all that is on screen, change. */
export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: StaffShown & { id: number }) =>
      call(api.POST("/api/accounts/invitations/{id}/accept", { params: { path: { id } }, body })),
    onSuccess: () => client.invalidateQueries(),
    onError: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
}

export function useDeclineInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call(api.POST("/api/accounts/invitations/{id}/decline", { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
}

/** The houses that the user works for, and what visitors see of that. */
export const postsOptions = () =>
  queryOptions({
    queryKey: postsKey,
    queryFn: ({ signal }) => call(api.GET("/api/accounts/staff", { signal })),
  });

export function useSetShown() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ houseId, ...body }: StaffShown & { houseId: number }) =>
      call(api.PUT("/api/accounts/staff/{houseId}", { params: { path: { houseId } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: postsKey }),
  });
}
