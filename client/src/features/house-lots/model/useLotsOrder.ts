import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { tellFault } from "@/components/Toast/toasts";
import type { LotNumber } from "@/lib/api/types";
import { gridOptions } from "@/staff/api/grid";
import { renumber } from "../api/grid";
import type { History } from "./useHistory";

/** Gives a catalog's lots new numbers, shown at once; the history takes them back. */
export function useLotsOrder(
  houseId: number,
  catalogId: number | null,
  history: History,
  refresh: () => void,
) {
  const client = useQueryClient();
  const lastOrder = useRef<Promise<unknown>>(Promise.resolve());
  return (numbers: LotNumber[]) => {
    const { queryKey } = gridOptions(houseId, catalogId);
    const all = client.getQueryData(queryKey);
    if (catalogId === null || !all) return;
    const before = new Map(all.map(({ id, catalogLotId }) => [id, catalogLotId]));
    const give = async (next: LotNumber[]) => {
      const wanted = new Map(next.map((lot) => [lot.id, lot.catalogLotId]));
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (lots) =>
        lots?.map((lot) => ({ ...lot, catalogLotId: wanted.get(lot.id) ?? lot.catalogLotId })),
      );
      // One call after another: the second one starts from the numbers that the first one gave.
      const given = lastOrder.current.then(() => renumber(catalogId, next));
      lastOrder.current = given.catch(refresh);
      await given;
    };
    void give(numbers).then(() => {
      const back = numbers.map(({ id }) => ({ id, catalogLotId: before.get(id) ?? 0 }));
      history.add(() => give(back), "Порядок изменён");
    }, tellFault);
  };
}
