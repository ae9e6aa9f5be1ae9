import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { AccountInfo } from "@/lib/api/types";
import { phone } from "@/lib/format";
import { type Command, Commands, matching } from "@/staff/frame/CommandBox";
import { lotCommand, saleCommand } from "@/staff/frame/commands";
import { lotBetsUrl } from "@/trade/urls";
import { accountsOptions } from "../api/accounts";
import { findLotsOptions, findSalesOptions } from "../api/find";
import { housesOptions } from "../api/houses";
import { adminSections } from "../model/sections";

const PAUSE_MS = 200;
/** The most people or houses that are offered at once. */
const FEW = 6;

const ACTIONS: readonly Command[] = [
  { id: "write", label: "Написать новость", icon: "news", to: "/admin/news/new" },
];

const SECTIONS: readonly Command[] = adminSections
  .flat()
  .map(({ to, label, icon }) => ({ id: to, label, icon, to }));

const personCommand = ({ id, displayName, login, eMail }: AccountInfo): Command => ({
  id: `person:${id}`,
  label: displayName,
  note: [login ? phone(login) : null, eMail].filter(Boolean).join(" · "),
  icon: "user",
  to: `/admin/users?id=${id}`,
});

/** While the next results load, the previous ones stay as far as they still match. */
const standing = (isPrevious: boolean, commands: readonly Command[], query: string) =>
  isPrevious ? matching(commands, query) : commands;

/** What the command box finds on the whole site. */
export function AdminCommands({ query }: { query: string }) {
  const [text] = useDebouncedValue(query, PAUSE_MS);
  const lots = useQuery(findLotsOptions(text));
  const sales = useQuery(findSalesOptions(text));
  const people = useQuery({
    ...accountsOptions({ search: text, role: null, houseId: null, staff: false, deleted: false, page: 1 }),
    enabled: text !== "",
  });
  const houses = useQuery(housesOptions());
  const searching =
    query !== "" && (text !== query || lots.isFetching || sales.isFetching || people.isFetching);
  return (
    <Commands
      searching={searching}
      groups={[
        { label: "Действия", commands: matching(ACTIONS, query) },
        { label: "Разделы", commands: matching(SECTIONS, query) },
        {
          label: "Люди",
          commands: standing(
            people.isPlaceholderData,
            (text === "" ? [] : (people.data?.items ?? [])).map(personCommand),
            query,
          ).slice(0, FEW),
        },
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
          ).slice(0, FEW),
        },
        {
          label: "Торги",
          commands: standing(
            sales.isPlaceholderData,
            (text === "" ? [] : (sales.data ?? [])).map(saleCommand),
            query,
          ),
        },
        {
          label: "Лоты",
          commands: standing(
            lots.isPlaceholderData,
            (text === "" ? [] : (lots.data ?? [])).map((lot) => lotCommand(lot, lotBetsUrl(lot.id))),
            query,
          ),
        },
      ]}
    />
  );
}
