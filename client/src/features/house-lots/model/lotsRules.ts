import type { CatalogShort } from "@/lib/api/types";
import { takesLots } from "@/staff/catalogs/houseCatalogs";
import { CatalogState, CatalogType } from "@/trade/enums";

export interface LotsRules {
  /** Prices are on request: nobody bids on the lots. */
  onRequest: boolean;
  takesMore: boolean;
  /** Whether the lots may change places. */
  isOrdered: boolean;
  /** Whether the sale has its own check before it starts. */
  hasCheck: boolean;
}

/** What may be done with the lots of a catalog, or of the storage (null). */
export function lotsRulesOf(catalog: CatalogShort | null): LotsRules {
  if (!catalog) return { onRequest: false, takesMore: true, isOrdered: false, hasCheck: false };
  const onRequest =
    catalog.catalogType === CatalogType.Gallery || catalog.catalogType === CatalogType.PostAuction;
  const isAhead = catalog.state === CatalogState.Temporary || catalog.state === CatalogState.Scheduled;
  return {
    onRequest,
    takesMore: onRequest || takesLots(catalog),
    isOrdered: isAhead || onRequest,
    hasCheck: isAhead && !onRequest,
  };
}
