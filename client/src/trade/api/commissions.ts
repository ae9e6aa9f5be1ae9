import { useQueries } from "@tanstack/react-query";
import type { LotShort } from "@/lib/api/types";
import { catalogOptions } from "./catalog";

/** A function that gives the commission of a lot's sale in per cent; null until it is known. */
export function useCommissions(
  lots: readonly Pick<LotShort, "catalogId">[],
): (lot: Pick<LotShort, "catalogId">) => number | null {
  const ids = [...new Set(lots.flatMap(({ catalogId }) => (catalogId === null ? [] : [catalogId])))];
  const known = useQueries({
    queries: ids.map((id) => ({ ...catalogOptions(id), staleTime: 60_000 })),
    combine: (results) => new Map(ids.map((id, i) => [id, results[i]?.data?.commission ?? null])),
  });
  return ({ catalogId }) => (catalogId === null ? null : (known.get(catalogId) ?? null));
}
