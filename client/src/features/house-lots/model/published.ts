import type { CatalogShort } from "@/lib/api/types";
import { CatalogState, CatalogType } from "@/trade/enums";

/** What to know before lots are created here: who sees them at once, and whether they open. Null in drafts and the storage. */
export function openlyCreated(catalog: CatalogShort | null): string | null {
  if (!catalog) return null;
  const { hidden, state, catalogType } = catalog;
  const says: string[] = [];
  if (!hidden && state !== CatalogState.Temporary) {
    says.push("Каталог опубликован: новые лоты сразу увидят все, ещё без фотографий.");
  }
  if (state === CatalogState.InProcess && catalogType === CatalogType.Parallel) {
    says.push("Торги уже идут: новые лоты сразу откроются для ставок.");
  }
  return says.length > 0 ? says.join(" ") : null;
}
