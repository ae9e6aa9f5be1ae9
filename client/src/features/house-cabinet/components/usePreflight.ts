import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useServerNow } from "@/lib/clock";
import { gridOptions } from "@/staff/api/grid";
import { auctioneersInvited, houseInvitationsOptions } from "@/staff/people/invitations";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { type Finding, preflight } from "../model/preflight";

interface Preflight {
  findings: readonly Finding[] | null;
  isError: boolean;
  checking: boolean;
  again: () => void;
}

/** The check of a sale before it is scheduled; null while it reads. */
export function usePreflight(catalogId: number, houseId: number): Preflight {
  const catalog = useQuery(catalogOptions(catalogId));
  const house = useQuery(houseOptions(houseId));
  const lots = useQuery(gridOptions(houseId, catalogId));
  const { data: invitations } = useQuery(houseInvitationsOptions(houseId));
  const now = useServerNow(60_000);
  const findings = useMemo(
    () =>
      catalog.data && house.data && lots.data
        ? preflight({
            catalog: catalog.data,
            house: house.data,
            lots: lots.data,
            invited: auctioneersInvited(invitations ?? [], catalogId).length,
            now,
          })
        : null,
    [catalog.data, house.data, lots.data, invitations, catalogId, now],
  );
  return {
    findings,
    isError: catalog.isError || house.isError || lots.isError,
    checking: catalog.isFetching || house.isFetching || lots.isFetching,
    again: () => {
      void catalog.refetch();
      void house.refetch();
      void lots.refetch();
    },
  };
}
