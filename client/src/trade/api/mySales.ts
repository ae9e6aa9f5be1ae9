import { useQueries } from "@tanstack/react-query";
import type { Catalog, User } from "@/lib/api/types";
import { isFinished } from "@/trade/rules/trading";
import { catalogOptions } from "./catalog";

/** Old sales stay with their auctioneer; what is still to come is among the latest. */
const LATEST = 10;

/** The sales that a user conducts as their auctioneer and that are not over, the earliest first. */
export function useMySales(user: User): Catalog[] {
  const ids = user.auctioneerOfCatalogIds.toSorted((a, b) => b - a).slice(0, LATEST);
  const start = ({ startDate }: Catalog) =>
    startDate === null ? Number.POSITIVE_INFINITY : Date.parse(startDate);
  return useQueries({ queries: ids.map((id) => catalogOptions(id)) })
    .flatMap(({ data }) => (data && !isFinished(data.state) ? [data] : []))
    .sort((a, b) => start(a) - start(b));
}
