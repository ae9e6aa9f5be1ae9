import { useQueries } from "@tanstack/react-query";
import type { HouseShort, User } from "@/lib/api/types";
import { houseOptions } from "./catalog";

/** The houses a user manages, owns or writes news for, by name. */
export function useMyHouses(user: User | null): HouseShort[] {
  const ids = user
    ? [...new Set([...user.ownerOfHouseIds, ...user.managerOfHouseIds, ...user.newsmakerOfHouseIds])]
    : [];
  return useQueries({ queries: ids.map((id) => houseOptions(id)) })
    .flatMap(({ data }) => (data ? [data] : []))
    .sort((a, b) => a.nameRu.localeCompare(b.nameRu, "ru"));
}
