import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { JournalRecord } from "@/lib/api/types";
import { catalogOptions } from "@/trade/api/catalog";
import { isPerson, isSale, type Names, numbersIn } from "../model/names";
import { personOf } from "../model/subject";
import { accountOptions } from "./accounts";
import { housesOptions } from "./houses";

/** Names change rarely. */
const STALE_MS = 5 * 60_000;

const byId = (found: readonly (readonly [number | null, string | null | undefined])[]) =>
  new Map(found.flatMap(([id, name]) => (id !== null && name ? [[id, name] as const] : [])));

/** Names what the records of a page name by number: houses and authors in all of them, other people and sales in the open one. */
export function useJournalNames(records: readonly JournalRecord[], open: JournalRecord | null): Names {
  const houses = useQuery(housesOptions());
  const authors = byId(records.map(({ accountId, accountName }) => [accountId, accountName]));
  const inOpen = open ? [personOf(open) ?? 0, ...numbersIn(open, isPerson)] : [];
  const strangers = [...new Set(inOpen)].filter((id) => id > 0 && !authors.has(id));
  const people = useQueries({
    queries: strangers.map((id) => ({ ...accountOptions(id), staleTime: STALE_MS })),
    combine: (found) => byId(found.map(({ data }, at) => [strangers[at] ?? null, data?.displayName])),
  });
  const saleIds = open ? [...new Set(numbersIn(open, isSale))] : [];
  const sales = useQueries({
    queries: saleIds.map((id) => ({ ...catalogOptions(id), staleTime: STALE_MS, retry: false })),
    combine: (found) => byId(found.map(({ data }, at) => [saleIds[at] ?? null, data?.title])),
  });
  const named = useMemo(() => byId((houses.data ?? []).map(({ id, nameRu }) => [id, nameRu])), [houses.data]);
  return { people: new Map([...authors, ...people]), houses: named, sales };
}
