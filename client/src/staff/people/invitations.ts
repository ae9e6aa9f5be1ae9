import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { HouseInvitation } from "@/lib/api/types";

/** The people whom a house has invited and who have not answered. For its staff and admins. */
export const houseInvitationsOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["house", houseId, "invitations"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/{id}/invitations", { params: { path: { id: houseId } }, signal })),
  });

/** Whom of the invited a catalog awaits as its auctioneers. */
export const auctioneersInvited = (invitations: readonly HouseInvitation[], catalog: number) =>
  invitations.filter(({ role, catalogId }) => role === "auctioneer" && catalogId === catalog);

export function useWithdrawInvitation(houseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: number) =>
      call(
        api.DELETE("/api/house/{id}/invitations/{invitationId}", {
          params: { path: { id: houseId, invitationId } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: houseInvitationsOptions(houseId).queryKey }),
  });
}
