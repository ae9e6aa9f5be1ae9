import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { User } from "@/lib/api/types";

/** The staff of a house. For its managers and owners, and admins. */
export const houseStaffOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["house", houseId, "staff"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/{id}/staff", { params: { path: { id: houseId } }, signal })),
  });

export type HouseRole = "owner" | "manager" | "newsmaker";

/** The roles in a house to which a person invites. */
export function appointedBy(user: Pick<User, "isAdmin" | "ownerOfHouseIds">, houseId: number): HouseRole[] {
  if (user.isAdmin) return ["manager", "newsmaker", "owner"];
  return user.ownerOfHouseIds.includes(houseId) ? ["manager", "newsmaker"] : [];
}

/** How the calls on roles name a person. */
export type Contact = { number: string } | { email: string };

const INVITE = {
  owner: "/api/accounts/owner",
  manager: "/api/accounts/manager",
  newsmaker: "/api/accounts/newsmaker",
} as const;
const DISMISS = {
  owner: "/api/accounts/owner/unregister",
  manager: "/api/accounts/manager/unregister",
  newsmaker: "/api/accounts/newsmaker/unregister",
} as const;

/** Invites a person to a role in a house, or takes the role from them. */
export const changeHouseRole = (houseId: number, role: HouseRole, contact: Contact, on: boolean) =>
  call(api.POST((on ? INVITE : DISMISS)[role], { body: { ...contact, houseId } }));
