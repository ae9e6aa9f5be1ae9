import type { AccountInfo } from "@/lib/api/types";
import type { HouseRole } from "@/staff/people/staff";

export const ADMIN = 4096;
export const DEVELOPER = 8192;

export const HOUSE_ROLES: readonly { role: HouseRole; label: string }[] = [
  { role: "owner", label: "Владелец" },
  { role: "manager", label: "Менеджер" },
  { role: "newsmaker", label: "Редактор новостей" },
];

export interface HeldRole {
  houseId: number;
  role: HouseRole;
  label: string;
}

/** The roles of a person in houses, house by house. */
export function houseRoles(account: AccountInfo): HeldRole[] {
  const held = {
    owner: account.ownerOfHouseIds,
    manager: account.managerOfHouseIds,
    newsmaker: account.newsmakerOfHouseIds,
  };
  return HOUSE_ROLES.flatMap(({ role, label }) =>
    held[role].map((houseId) => ({ houseId, role, label })),
  ).sort((a, b) => a.houseId - b.houseId);
}

/** The most that a person may do, in a word or two: «Владелец», «Участник». */
export function mainRole(account: AccountInfo): string {
  if (account.roles & ADMIN) return "Администратор";
  if (account.roles & DEVELOPER) return "Разработчик";
  const [first] = HOUSE_ROLES.filter(({ role }) => houseRoles(account).some((held) => held.role === role));
  if (first) return first.label;
  return account.auctioneerOfCatalogIds.length > 0 ? "Аукционист" : "Участник";
}
