import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { JournalRecord } from "@/lib/api/types";
import { catalogOptions } from "@/trade/api/catalog";
import { type NamedSale, type Names, peopleIn, salesIn } from "../model/names";
import { accountOptions } from "./accounts";
import { housesOptions } from "./houses";

/** Names change rarely, and records name the same sales on every page. */
const STALE_MS = 5 * 60_000;

const byId = <T>(found: readonly (readonly [number, T | null | undefined])[]) =>
  new Map(found.flatMap(([id, known]) => (known ? [[id, known] as const] : [])));

const distinct = (ids: readonly number[]) => [...new Set(ids)];

/** Names what the records of a page name by number; people other than their authors only for the open one. */
export function useJournalNames(records: readonly JournalRecord[], open: JournalRecord | null): Names {
  const houses = useQuery(housesOptions());
  const saleIds = distinct(records.flatMap(salesIn));
  const sales = useQueries({
    queries: saleIds.map((id) => ({ ...catalogOptions(id), staleTime: STALE_MS, retry: false })),
    combine: (found) =>
      byId(found.map(({ data }, at): [number, NamedSale | undefined] => [saleIds[at] ?? 0, data])),
  });
  const authors = byId(records.map(({ accountId, accountName }) => [accountId ?? 0, accountName]));
  const strangers = open ? distinct(peopleIn(open)).filter((id) => !authors.has(id)) : [];
  const found = useQueries({
    queries: strangers.map((id) => ({ ...accountOptions(id), staleTime: STALE_MS })),
    combine: (all) => byId(all.map(({ data }, at) => [strangers[at] ?? 0, data?.displayName])),
  });
  const named = useMemo(() => byId((houses.data ?? []).map(({ id, nameRu }) => [id, nameRu])), [houses.data]);
  return { people: new Map([...authors, ...found]), houses: named, sales };
}
