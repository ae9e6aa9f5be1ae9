import type { Category, LotCounts } from "@/lib/api/types";
import { capitalized, price, priceRange } from "@/lib/format";
import { flatten, withChildren } from "@/trade/api/classificator";
import { type LotFilter, materialsToAddress, scopes, types } from "./filter";
import { periodLabel } from "./periods";

/** A filter the viewer has chosen. */
export interface ChosenFilter {
  key: string;
  label: string;
  /** The change of the address that drops it. */
  without: Record<string, string | readonly number[] | null>;
}

export function chosenFilters(
  filter: LotFilter,
  classificator: readonly Category[],
  counts: LotCounts | undefined,
): ChosenFilter[] {
  const all = flatten(classificator);
  const chosen: ChosenFilter[] = [];
  for (const id of filter.cats) {
    const label = all.find((c) => c.id === id)?.name;
    if (label)
      chosen.push({ key: `cat${id}`, label, without: { cats: filter.cats.filter((c) => c !== id) } });
  }
  for (const type of filter.types) {
    const label = types.find((t) => t.value === type)?.label ?? "";
    chosen.push({ key: `type${type}`, label, without: { types: filter.types.filter((t) => t !== type) } });
  }
  for (const id of filter.houses) {
    const label = counts?.houses.find((house) => house.id === id)?.nameRu ?? "Дом";
    chosen.push({ key: `house${id}`, label, without: { houses: filter.houses.filter((h) => h !== id) } });
  }
  for (const from of filter.periods) {
    const periods = filter.periods.filter((other) => other !== from);
    chosen.push({ key: `period${from}`, label: periodLabel(from), without: { periods } });
  }
  for (const name of filter.materials) {
    const materials = materialsToAddress(filter.materials.filter((other) => other !== name));
    chosen.push({ key: `material${name}`, label: capitalized(name), without: { materials } });
  }
  const { priceFrom, priceTo } = filter;
  if (priceFrom !== null || priceTo !== null) {
    const label =
      priceFrom === null
        ? `до ${price(priceTo ?? 0)}`
        : priceTo === null
          ? `от ${price(priceFrom)}`
          : priceRange(priceFrom, priceTo);
    chosen.push({ key: "price", label, without: { from: null, to: null } });
  }
  if (filter.scope) {
    const label = scopes.find((s) => s.value === filter.scope)?.label ?? "";
    chosen.push({ key: "scope", label, without: { state: null } });
  }
  return chosen;
}

/** The ids of the chosen categories and of all their subcategories. */
export function categoryIdsOf(filter: LotFilter, classificator: readonly Category[]): number[] {
  if (filter.cats.length === 0) return [];
  const known = flatten(classificator).filter((c) => filter.cats.includes(c.id));
  return known.length > 0 ? [...new Set(known.flatMap(withChildren))] : [...filter.cats];
}
