import type { CatalogShort, User } from "@/lib/api/types";
import { firstToEdit, takesLots } from "@/staff/catalogs/houseCatalogs";
import type { Command } from "@/staff/frame/CommandBox";
import { appointedBy } from "@/staff/people/staff";
import { mayDecideOrders } from "@/trade/rules/staff";
import { cabinetUrl } from "./sections";

type Rights = Pick<User, "isAdmin" | "managerOfHouseIds" | "ownerOfHouseIds">;

/** What a person may begin in a house, for the command box. */
export function houseActions(
  user: Rights,
  houseId: number,
  catalogs: readonly CatalogShort[],
  hasStorage: boolean,
): Command[] {
  const to = (section: string) => cabinetUrl(houseId, section);
  const write: Command = { id: "write", label: "Написать новость", icon: "news", to: to("news/new") };
  if (!mayDecideOrders(user, houseId)) return [write];
  const actions: Command[] = [
    { id: "catalog", label: "Новый каталог", icon: "plus", to: to("catalogs/new") },
  ];
  const open = firstToEdit(catalogs.filter(takesLots));
  // A lot of neither a catalog nor the storage could not be found again.
  if (open || hasStorage) {
    actions.push({
      id: "lot",
      label: "Добавить лот",
      note: open?.title ?? "Запасник",
      icon: "plus",
      to: to(open ? `lots/new?catalog=${open.id}` : "lots/new"),
    });
  }
  if (open) {
    actions.push({
      id: "import",
      label: "Загрузить таблицу лотов",
      note: open.title,
      icon: "upload",
      to: to(`import?catalog=${open.id}`),
    });
  }
  if (appointedBy(user, houseId).length > 0) {
    actions.push({ id: "invite", label: "Пригласить сотрудника", icon: "user", to: to("staff") });
  }
  return [...actions, write];
}
