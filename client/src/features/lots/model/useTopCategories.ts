import { isSpecial, useClassificator } from "@/lib/api/queries/classificator";
import type { Category } from "@/lib/api/types";

/** The categories of a filter: the top level, without special ones. */
export function useTopCategories(): readonly Category[] {
  const { data } = useClassificator();
  return data?.filter((c) => !isSpecial(c)) ?? [];
}
