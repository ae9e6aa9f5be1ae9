import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type Command, Commands, matching } from "@/staff/frame/CommandBox";
import { lotCommand, saleCommand } from "@/staff/frame/commands";
import { findLotsOptions, findSalesOptions } from "../api/find";
import { housesOptions } from "../api/houses";
import { adminSections } from "../model/sections";

const PAUSE_MS = 200;

const acts: readonly Command[] = adminSections
  .flat()
  .map(({ to, label, icon }) => ({ id: to, label, icon, to }));

/** What the command box finds on the whole site. */
export function AdminCommands({ query }: { query: string }) {
  const [text] = useDebouncedValue(query, PAUSE_MS);
  const lots = useQuery(findLotsOptions(text));
  const sales = useQuery(findSalesOptions(text));
  const houses = useQuery(housesOptions());
  const searching = query !== "" && (text !== query || lots.isFetching || sales.isFetching);
  return (
    <Commands
      searching={searching}
      groups={[
        { label: "Действия", commands: matching(acts, query) },
        {
          label: "Дома",
          commands: matching(
            (houses.data ?? []).map(({ id, nameRu }) => ({
              id: `house:${id}`,
              label: nameRu,
              icon: "house",
              to: `/house-account/${id}`,
            })),
            query,
          ).slice(0, 6),
        },
        {
          label: "Торги",
          commands: (text === "" ? [] : (sales.data ?? [])).map(saleCommand),
        },
        {
          label: "Лоты",
          commands: (text === "" ? [] : (lots.data ?? [])).map((lot) => lotCommand(lot, lot.author[0]?.name)),
        },
      ]}
    />
  );
}
