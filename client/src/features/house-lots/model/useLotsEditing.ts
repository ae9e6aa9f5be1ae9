import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CatalogShort, GridLot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { Currency } from "@/trade/enums";
import type { LotCells } from "../api/grid";
import { isNew } from "./newRows";
import { useGridEdits } from "./useGridEdits";
import { type GridAction, useHistory } from "./useHistory";
import { useLotsOrder } from "./useLotsOrder";
import { useNewLots } from "./useNewLots";

/** Everything that changes the lots of a catalog or of the storage (null), with one history to take it back. */
export function useLotsEditing(houseId: number, catalog: CatalogShort | null, all: readonly GridLot[]) {
  const catalogId = catalog?.id ?? null;
  const client = useQueryClient();
  const { isAdmin } = useSession();
  const edits = useGridEdits(houseId, catalogId, isAdmin);
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] }),
    [client, houseId],
  );
  const history = useHistory(refresh);
  const fresh = useNewLots({
    houseId,
    catalogId,
    currency: catalog?.currency ?? Currency.Rub,
    all,
    edits,
    history,
  });
  const renumber = useLotsOrder(houseId, catalogId, history, refresh);

  const save = async (cells: readonly LotCells[], done?: string): Promise<GridAction | null> => {
    fresh.change(cells.filter(({ lotId }) => isNew({ id: lotId })));
    const changes = cells.filter(({ lotId }) => !isNew({ id: lotId }));
    if (changes.length === 0) return null;
    const { back, keepsReserve } = await edits.save(changes);
    if (back.length === 0 && !keepsReserve) return null;
    return history.add(async () => {
      const { refusal } = await edits.save(back);
      if (refusal) throw refusal;
      if (keepsReserve) throw "Резерв остаётся новым: прежнюю сумму видит только администратор";
    }, done);
  };
  return { edits, history, fresh, renumber, save, refresh };
}

export type LotsEditing = ReturnType<typeof useLotsEditing>;
