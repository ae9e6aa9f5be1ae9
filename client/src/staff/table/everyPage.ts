import type { Page } from "@/lib/api/types";

/** The longest page that the server gives. */
export const LONGEST_PAGE = 100;

/** Reads every page of a list, for an export or a check. */
export async function everyPage<T>(read: (pageNumber: number) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await read(pageNumber);
    items.push(...page.items);
    if (!page.hasNext) return items;
  }
}
