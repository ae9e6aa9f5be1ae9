import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, call } from "@/lib/api/client";
import type { Category } from "@/lib/api/types";

export const classificatorOptions = () =>
  queryOptions({
    queryKey: ["classificator"],
    queryFn: ({ signal }) => call(api.GET("/api/classificator", { signal })),
    staleTime: 60 * 60 * 1000,
  });

export const useClassificator = () => useQuery(classificatorOptions());

/** Code 0, or a code that starts with «0.», marks a special category, which menus leave out. */
export function isSpecial(category: Pick<Category, "code">): boolean {
  return category.code === "0" || category.code.startsWith("0.");
}

/** The part of a dotted code before the dot. */
export function topCode(code: string): string {
  return code.split(".")[0] ?? code;
}

export function flatten(categories: readonly Category[]): Category[] {
  return categories.flatMap((c) => [c, ...flatten(c.items)]);
}

/** Finds a category by its code, by its id, or by the slug of its name. */
export function findCategory(
  categories: readonly Category[],
  key: string,
  slug: (name: string) => string,
): Category | undefined {
  const all = flatten(categories);
  return (
    all.find((c) => c.code === key) ??
    all.find((c) => String(c.id) === key) ??
    all.find((c) => slug(c.name) === key)
  );
}

/** The ids of a category and all its subcategories, for a search. */
export function withChildren(category: Category): number[] {
  return [category.id, ...category.items.flatMap(withChildren)];
}

/** The name of a lot's top-level category, by its dotted class code; null while unknown. */
export function useTopCategoryName(classCode: string | null): string | null {
  const { data } = useClassificator();
  return useMemo(() => {
    if (!data || classCode === null) return null;
    return data.find((c) => c.code === topCode(classCode))?.name ?? null;
  }, [data, classCode]);
}
