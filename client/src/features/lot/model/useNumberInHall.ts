import { useQuery } from "@tanstack/react-query";
import type { Lot } from "@/lib/api/types";
import { lotNumbersOptions } from "../api/lotNumbers";

/** The number of the lot that is sold in the hall now, of the same sale; null while there is none. */
export function useNumberInHall(lot: Lot, enabled = true): number | null {
  const { data } = useQuery({
    ...lotNumbersOptions(lot.catalogId ?? 0),
    enabled: enabled && lot.catalogId !== null,
  });
  return data?.find(({ id }) => id === lot.catalog?.currentLotId)?.catalogLotId ?? null;
}
