import type { User } from "@/lib/api/types";

type Roles = Pick<
  User,
  "managerOfHouseIds" | "ownerOfHouseIds" | "newsmakerOfHouseIds" | "auctioneerOfCatalogIds"
>;

/** Whether the user works for the house or conducts the sale: staff do not bid against their customers. */
export function isStaffOf(user: Roles, houseId: number, catalogId: number | null): boolean {
  return (
    user.managerOfHouseIds.includes(houseId) ||
    user.ownerOfHouseIds.includes(houseId) ||
    user.newsmakerOfHouseIds.includes(houseId) ||
    (catalogId !== null && user.auctioneerOfCatalogIds.includes(catalogId))
  );
}

const DEVELOPER = 8192;

/** Developers read the site's journal, so they bid nowhere. */
export const isDeveloper = (user: Pick<User, "roles">): boolean => (user.roles & DEVELOPER) !== 0;

/** Whether the user decides registration requests of a house. */
export function mayDecideOrders(
  user: Pick<User, "isAdmin" | "managerOfHouseIds" | "ownerOfHouseIds">,
  houseId: number,
): boolean {
  return user.isAdmin || user.managerOfHouseIds.includes(houseId) || user.ownerOfHouseIds.includes(houseId);
}

/** Whether the house cabinet is theirs. A newsmaker sees its news alone. */
export function mayEnterHouse(
  user: Pick<User, "isAdmin" | "managerOfHouseIds" | "ownerOfHouseIds" | "newsmakerOfHouseIds">,
  houseId: number,
): boolean {
  return mayDecideOrders(user, houseId) || user.newsmakerOfHouseIds.includes(houseId);
}

/** Whether the user works for any house, or is an admin: the guides are for them. */
export function isStaff(user: Roles & Pick<User, "isAdmin">): boolean {
  return (
    user.isAdmin ||
    user.managerOfHouseIds.length > 0 ||
    user.ownerOfHouseIds.length > 0 ||
    user.newsmakerOfHouseIds.length > 0 ||
    user.auctioneerOfCatalogIds.length > 0
  );
}
