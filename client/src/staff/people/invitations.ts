import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** The people whom a house has invited and who have not answered. For its staff and admins. */
export const houseInvitationsOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["house", houseId, "invitations"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/{id}/invitations", { params: { path: { id: houseId } }, signal })),
  });

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
