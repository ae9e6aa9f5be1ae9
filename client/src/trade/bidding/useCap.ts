import { useQuery } from "@tanstack/react-query";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { catalogOptions } from "@/trade/api/catalog";
import { type Cap, capOf } from "@/trade/rules/cap";

/** The viewer's bet limit on a lot: null if the house trusts them, undefined while loading. */
export function useCap(lot: Pick<LotShort, "catalogId" | "houseId" | "price">): Cap | null | undefined {
  const { user } = useSession();
  const capped = user !== null && !user.trustedInHouseIds.includes(lot.houseId);
  const { data, isLoading } = useQuery({
    ...catalogOptions(lot.catalogId ?? 0),
    enabled: capped && lot.catalogId !== null,
  });
  if (capped && isLoading) return undefined;
  return capped && data ? capOf(data.untrustedCap, lot.price.currency) : null;
}
