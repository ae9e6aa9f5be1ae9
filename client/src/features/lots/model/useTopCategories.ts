import type { Category } from "@/lib/api/types";
import { isSpecial, useClassificator } from "@/trade/api/classificator";

/** The categories of a filter: the top level, without special ones. */
export function useTopCategories(): readonly Category[] {
  const { data } = useClassificator();
  return data?.filter((c) => !isSpecial(c)) ?? [];
}
