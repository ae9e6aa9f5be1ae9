import type { User } from "@/lib/api/types";
import type { StaffSection } from "@/staff/frame/sections";
import { mayDecideOrders } from "@/trade/rules/staff";

/** The counts of the navigation. */
export interface Waiting {
  orders: number;
  queries: number;
  catalogs: number;
}

type Rights = Pick<User, "isAdmin" | "managerOfHouseIds" | "ownerOfHouseIds">;

export const cabinetUrl = (houseId: number, section = "") => `/house-account/${houseId}/${section}`;

/** The sections of a house cabinet that a person may open. A newsmaker's is the news alone. */
export function houseSections(user: Rights, houseId: number, waiting: Waiting): StaffSection[][] {
  const to = (section: string) => cabinetUrl(houseId, section);
  const news: StaffSection = { to: to("news"), label: "Новости", icon: "news" };
  if (!mayDecideOrders(user, houseId)) return [[news]];
  return [
    [
      { to: to("today"), label: "Сегодня", icon: "today", tab: "Сегодня" },
      { to: to("catalogs"), label: "Каталоги", icon: "book", count: waiting.catalogs, tab: "Каталоги" },
      { to: to("lots"), label: "Лоты", icon: "tag" },
      { to: to("import"), label: "Импорт", icon: "upload" },
      {
        to: to("orders"),
        label: "Заявки на участие",
        icon: "people",
        count: waiting.orders,
        waits: true,
        tab: "Заявки",
      },
      {
        to: to("queries"),
        label: "Запросы цены",
        icon: "rub",
        count: waiting.queries,
        waits: true,
        tab: "Запросы",
      },
      { to: to("results"), label: "Результаты", icon: "chart" },
      news,
    ],
    [
      { to: to("profile"), label: "Профиль и шаги", icon: "house" },
      { to: to("staff"), label: "Сотрудники", icon: "user" },
      { to: to("untrusted"), label: "Особый список", icon: "flag" },
    ],
  ];
}
