import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { User } from "@/lib/api/types";
import { phone } from "@/lib/format";
import { houseCatalogsOptions } from "@/staff/catalogs/houseCatalogs";
import { type Command, Commands, matching } from "@/staff/frame/CommandBox";
import { lotCommand, saleCommand } from "@/staff/frame/commands";
import type { StaffSection } from "@/staff/frame/sections";
import { mayDecideOrders } from "@/trade/rules/staff";
import { lotUrl } from "@/trade/urls";
import { applicantsOptions, findLotsOptions, findSalesOptions } from "../api/find";
import { houseActions } from "../model/actions";
import { cabinetUrl } from "../model/sections";

interface HouseCommandsProps {
  user: User;
  houseId: number;
  hasStorage: boolean;
  query: string;
  /** The cabinet's pages. */
  sections: readonly StaffSection[];
}

const PAUSE_MS = 200;

/** What the command box finds in a house. */
export function HouseCommands({ user, houseId, hasStorage, query, sections }: HouseCommandsProps) {
  const decides = mayDecideOrders(user, houseId);
  const [text] = useDebouncedValue(query, PAUSE_MS);
  const lots = useQuery(findLotsOptions(houseId, text));
  const sales = useQuery(findSalesOptions(houseId, text));
  const applicants = useQuery(applicantsOptions(houseId, text, decides && text !== ""));
  const catalogs = useQuery({ ...houseCatalogsOptions(houseId), enabled: decides });
  const actions = houseActions(user, houseId, catalogs.data ?? [], hasStorage);
  const pages = sections.map(({ to, label, icon }): Command => ({ id: to, label, icon, to }));

  const persons = (applicants.data ?? []).map(
    ({ orderId, displayName, phone: number, eMail }): Command => ({
      id: `person:${orderId}`,
      label: displayName ?? "Без имени",
      note: [number && phone(number), eMail].filter(Boolean).join(" · "),
      icon: "user",
      // The page finds the request by the text again, however old it is.
      to: `${cabinetUrl(houseId, "orders")}?${new URLSearchParams({ order: String(orderId), found: text })}`,
    }),
  );
  const found = query === "" || text === "";
  return (
    <Commands
      searching={!found && (lots.isFetching || sales.isFetching || applicants.isFetching || text !== query)}
      groups={[
        { label: "Действия", commands: matching(actions, query) },
        { label: "Разделы", commands: matching(pages, query) },
        {
          label: "Торги",
          commands: found ? [] : (sales.data ?? []).map(saleCommand),
        },
        {
          label: "Лоты",
          commands: found
            ? []
            : (lots.data ?? []).map((lot) =>
                // A newsmaker has no editor of lots.
                lotCommand(lot, decides ? cabinetUrl(houseId, `lots/${lot.id}`) : lotUrl(lot)),
              ),
        },
        { label: "Люди", commands: found ? [] : persons },
      ]}
    />
  );
}
