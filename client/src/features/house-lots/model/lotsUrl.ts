import type { CatalogShort } from "@/lib/api/types";
import { takesLots } from "@/staff/catalogs/houseCatalogs";

export const lotsUrl = (houseId: number, catalogId: number | null) =>
  `/house-account/${houseId}/lots?catalog=${catalogId ?? "storage"}`;

export const newLotUrl = (houseId: number, catalogId: number | null) =>
  `/house-account/${houseId}/lots/new${catalogId === null ? "" : `?catalog=${catalogId}`}`;

/** The import into a catalog; null where there is none. */
export const importUrl = (houseId: number, catalog: CatalogShort | null) =>
  catalog && takesLots(catalog) ? `/house-account/${houseId}/import?catalog=${catalog.id}` : null;
