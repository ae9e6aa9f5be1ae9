import type { User } from "@/lib/api/types";
import type { StaffSection } from "@/staff/frame/sections";
import { mayDecideOrders } from "@/trade/rules/staff";

/** What waits in a house, for the counts of the navigation. */
export interface Waiting {
  orders: number;
  catalogs: number;
}

type Rights = Pick<User, "isAdmin" | "managerOfHouseIds" | "ownerOfHouseIds">;

export const cabinetUrl = (houseId: number, section = "") => `/house-account/${houseId}/${section}`;

/** The sections of a house cabinet that a person may open. A newsmaker's is the news alone. */
export function houseSections(user: Rights, houseId: number, waiting: Waiting): StaffSection[][] {
  if (!mayDecideOrders(user, houseId)) return [];
  const to = (section: string) => cabinetUrl(houseId, section);
  return [
    [{ to: to("orders"), label: "Заявки на участие", icon: "people", count: waiting.orders, tab: "Заявки" }],
  ];
}
