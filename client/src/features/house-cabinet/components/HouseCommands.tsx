import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { dayMonthTime, phone } from "@/lib/format";
import { auctionUrl, lotUrl } from "@/lib/urls";
import { type Command, Commands, matching } from "@/staff/frame/CommandBox";
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
          commands: found
            ? []
            : (sales.data ?? []).map((sale) => ({
                id: `sale:${sale.id}`,
                label: sale.title,
                note: sale.startDate ? dayMonthTime(sale.startDate) : "Без даты",
                icon: "gavel",
                to: auctionUrl(sale),
              })),
        },
        {
          label: "Лоты",
          commands: found
            ? []
            : (lots.data ?? []).map((lot) => ({
                id: `lot:${lot.id}`,
                label: lot.titleRu,
                note: [lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`, lot.author[0]?.name]
                  .filter(Boolean)
                  .join(" · "),
                icon: "tag",
                to: lotUrl(lot),
              })),
        },
        { label: "Люди", commands: query === "" ? [] : persons },
      ]}
    />
  );
}
