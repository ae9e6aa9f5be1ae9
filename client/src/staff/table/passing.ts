/** Parameters that name a page of a list or what is open of it. A view has none of them. */
export const PASSING: readonly string[] = ["page", "id", "order", "found", "query", "record"];

/** The search and the filters of a list, as its address has them. */
export function restrictionOf(address: string): string {
  const params = new URLSearchParams(address);
  for (const name of [...PASSING, "sort"]) params.delete(name);
  params.sort();
  return params.toString();
}
