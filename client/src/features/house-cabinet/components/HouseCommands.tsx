import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { phone } from "@/lib/format";
import { type Command, Commands, matching } from "@/staff/frame/CommandBox";
import { lotCommand, saleCommand } from "@/staff/frame/commands";
import { applicantsOptions, findLotsOptions, findSalesOptions } from "../api/find";
import { cabinetUrl } from "../model/sections";

interface HouseCommandsProps {
  houseId: number;
  query: string;
  /** The cabinet's pages and acts. */
  acts: readonly Command[];
  /** Managers and owners find people too. */
  people: boolean;
}

const PAUSE_MS = 200;

/** What the command box finds in a house. */
export function HouseCommands({ houseId, query, acts, people }: HouseCommandsProps) {
  const [text] = useDebouncedValue(query, PAUSE_MS);
  const lots = useQuery(findLotsOptions(houseId, text));
  const sales = useQuery(findSalesOptions(houseId, text));
  const applicants = useQuery(applicantsOptions(houseId, people && text !== ""));

  const persons = matching(
    (applicants.data ?? []).map(({ orderId, displayName, phone: number, eMail }) => ({
      id: `person:${orderId}`,
      label: displayName ?? "Без имени",
      note: [number ? phone(number) : null, number, eMail].filter(Boolean).join(" · "),
      icon: "user",
      to: `${cabinetUrl(houseId, "orders")}?order=${orderId}`,
    })),
    query,
  ).slice(0, 6);
  const found = query === "" || text === "";
  return (
    <Commands
      searching={!found && (lots.isFetching || sales.isFetching || text !== query)}
      groups={[
        { label: "Действия", commands: matching(acts, query) },
        {
          label: "Торги",
          commands: found ? [] : (sales.data ?? []).map(saleCommand),
        },
        {
          label: "Лоты",
          commands: found
            ? []
            : (lots.data ?? []).map((lot) => {
                const number = lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`;
                return lotCommand(lot, [number, lot.author[0]?.name].filter(Boolean).join(" · "));
              }),
        },
        { label: "Люди", commands: query === "" ? [] : persons },
      ]}
    />
  );
}
