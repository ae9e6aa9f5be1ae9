import { api, call } from "@/lib/api/client";
import type { GridAnswer, GridCell, GridLot, LotNumber } from "@/lib/api/types";

export interface LotCells {
  lotId: number;
  cells: GridCell[];
}

/** Lots per call; the server takes no more. */
const CHUNK = 200;

export interface SavedCells extends GridAnswer {
  /** The lots that the answers are about. */
  answered: number;
  /** Why the other lots have no answer; what was stored of them is unknown. */
  fault: unknown;
}

/** Saves cells. A long paste goes in several calls, until one of them fails. */
export async function saveCells(houseId: number, changes: readonly LotCells[]): Promise<SavedCells> {
  const saved: SavedCells = { lots: [], refused: [], answered: 0, fault: null };
  while (saved.answered < changes.length) {
    const part = changes.slice(saved.answered, saved.answered + CHUNK);
    try {
      const answer = await call(
        api.PUT("/api/house/{id}/grid", { params: { path: { id: houseId } }, body: { changes: part } }),
      );
      saved.lots.push(...answer.lots);
      saved.refused.push(...answer.refused);
      saved.answered += part.length;
    } catch (fault) {
      return { ...saved, fault };
    }
  }
  return saved;
}

export const renumber = (catalogId: number, lots: LotNumber[]) =>
  call(api.PUT("/api/catalog/{id}/lot-numbers", { params: { path: { id: catalogId } }, body: { lots } }));

const lot = (id: number) => ({ params: { path: { id } } });

export const hideLot = (id: number) => call(api.POST("/api/lots/{id}/hide", lot(id)));
export const showLot = (id: number) => call(api.POST("/api/lots/{id}/show", lot(id)));
export const payLot = (id: number) => call(api.POST("/api/lots/{id}/paid", lot(id)));
export const copyLot = (id: number) => call(api.POST("/api/lots/{id}/create-copy", lot(id)));
export const deleteLot = (id: number) => call(api.DELETE("/api/lots/{id}", lot(id)));
export const toPostAuction = (id: number) => call(api.POST("/api/lots/{id}/move-to-postauction", lot(id)));

export const toCatalog = (lotId: number, catalogId: number, catalogLotId: number | null = null) =>
  call(
    api.POST("/api/catalog/{id}/lot", { params: { path: { id: catalogId } }, body: { lotId, catalogLotId } }),
  );

/** Copies a lot into a catalog. Copies are made in the storage; one that the catalog refuses does not stay there. */
export async function copyInto(lotId: number, catalogId: number): Promise<{ id: number }> {
  const copy = await copyLot(lotId);
  try {
    await toCatalog(copy.id, catalogId);
  } catch (refusal) {
    await deleteLot(copy.id);
    throw refusal;
  }
  return copy;
}

export const toStorage = (lotId: number, from: number) =>
  call(api.DELETE("/api/catalog/{id}/lot/{lotId}", { params: { path: { id: from, lotId } } }));

/** Puts a moved lot back to where it was. `now` is the catalog that it is in; null: the storage. */
export async function moveBack(
  { id, catalogId, catalogLotId }: Pick<GridLot, "id" | "catalogId" | "catalogLotId">,
  now: number | null,
): Promise<void> {
  if (catalogId !== null) await toCatalog(id, catalogId, catalogLotId);
  else if (now !== null) await toStorage(id, now);
}
