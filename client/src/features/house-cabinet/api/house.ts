import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { HouseRequest } from "@/lib/api/types";
import { type Contact, changeHouseRole, type HouseRole } from "@/staff/people/staff";

export const saveHouse = (body: HouseRequest) => call(api.POST("/api/house", { body }));

/** Reads again all that shows a house. */
export function useHouseChanged(houseId: number) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["house", houseId] }),
      client.invalidateQueries({ queryKey: ["houses"] }),
    ]);
}

export type HouseSwitch = "gallery" | "storage" | "postauction";

function flip(houseId: number, which: HouseSwitch, on: boolean): Promise<unknown> {
  const params = { params: { path: { id: houseId } } };
  switch (which) {
    case "gallery":
      return on
        ? call(api.POST("/api/house/{id}/gallery/enable", params))
        : call(api.POST("/api/house/{id}/gallery/disable", params));
    case "storage":
      return on
        ? call(api.POST("/api/house/{id}/storage/enable", params))
        : call(api.POST("/api/house/{id}/storage/disable", params));
    case "postauction":
      return on
        ? call(api.POST("/api/house/{id}/postauction/enable", params))
        : call(api.POST("/api/house/{id}/postauction/disable", params));
  }
}

/** Switches a part of a house on or off; for admins. */
export function useHouseSwitch(houseId: number) {
  const changed = useHouseChanged(houseId);
  return useMutation({
    mutationFn: ({ which, on }: { which: HouseSwitch; on: boolean }) => flip(houseId, which, on),
    onSettled: changed,
  });
}

/** A person is named by e-mail or phone number: a house does not see other people's accounts. */
const named = (name: string): Contact =>
  name.includes("@") ? { email: name.trim() } : { number: name.replace(/\D/g, "") };

interface RoleChange {
  role: HouseRole;
  name: string;
  add: boolean;
}

/** Invites to a role in a house, or takes it. */
export function useRole(houseId: number) {
  const changed = useHouseChanged(houseId);
  return useMutation({
    mutationFn: ({ role, name, add }: RoleChange) => changeHouseRole(houseId, role, named(name), add),
    meta: { ownErrors: true },
    onSettled: changed,
  });
}

export const untrustedOptions = (houseId: number) =>
  queryOptions({
    queryKey: ["house", houseId, "untrusted"],
    queryFn: ({ signal }) =>
      call(api.GET("/api/accounts/untrusted", { params: { query: { houseId } }, signal })),
  });

/** Puts a person on the house's untrusted list, or gives their entry another reason. */
export function useUntrust(houseId: number) {
  const changed = useHouseChanged(houseId);
  return useMutation({
    mutationFn: ({ name, reason }: { name: string; reason: string | null }) =>
      call(
        api.POST("/api/accounts/untrusted", {
          body: {
            houseId,
            reason,
            ...(name.includes("@") ? { email: name.trim() } : { login: name.trim() }),
          },
        }),
      ),
    meta: { ownErrors: true },
    onSettled: changed,
  });
}

/** Takes a person off the list. */
export function useForgive(houseId: number) {
  const changed = useHouseChanged(houseId);
  return useMutation({
    mutationFn: (userId: number) =>
      call(
        api.DELETE("/api/accounts/untrusted/{houseId}/{userId}", { params: { path: { houseId, userId } } }),
      ),
    onSettled: changed,
  });
}
