import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { LotShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { CatalogType } from "@/lib/enums";
import { type EveningLot, type EveningSale, isOfEvening, paceOf, queueOf } from "@/trade/rules/evening";
import { isRunning, isSold } from "@/trade/rules/trading";
import { catalogOptions } from "./catalog";

/** What the viewer waits for over all sales. */
export interface Evening {
  sales: EveningSale[];
  lots: EveningLot[];
}

/** A classic sale moves by one lot in about a minute. */
const RUNNING_MS = 15_000;
const QUIET_MS = 5 * 60_000;
/** The most that the server gives at once: the newest of each kind. */
const PAGE = { pageNumber: 1, pageSize: 100 } as const;

type Mine = Pick<EveningLot, "lot" | "bet" | "absentee">;

/** The lots that the viewer bet on or left a limit for, keeps as favourites, or is reminded of; those of this evening. */
async function waitedFor(signal: AbortSignal): Promise<Mine[]> {
  const params = { query: PAGE };
  const [bets, favourites, subscribed] = await Promise.all([
    call(api.GET("/api/trade/bet/my", { params, signal })),
    call(api.GET("/api/favorites", { params, signal })),
    call(api.GET("/api/notifications", { params, signal })),
  ]);
  const mine = new Map<number, Mine>();
  const watch = (lot: LotShort) => mine.set(lot.id, { lot, bet: null, absentee: null });
  for (const lot of [...subscribed.items, ...favourites.items]) watch(lot);
  for (const { lot, bet, absentee } of bets.items) {
    mine.set(lot.id, { lot, bet: bet?.value ?? null, absentee });
  }
  return [...mine.values()].filter(({ lot }) => isOfEvening(lot, serverNow()));
}

/** The sale of some of these lots, and how far each of them is. */
async function saleOf(client: QueryClient, id: number, mine: readonly Mine[], signal: AbortSignal) {
  const waits = ({ lot }: Mine) => !lot.isBiddingOver && !isSold(lot);
  const catalog = await client.fetchQuery({ ...catalogOptions(id), staleTime: RUNNING_MS });
  const inHall = catalog.catalogType === CatalogType.Classic && isRunning(catalog.state) && mine.some(waits);
  const hall = inHall
    ? await call(api.GET("/api/catalog/{id}/hall", { params: { path: { id } }, signal }))
    : null;
  const sale: EveningSale = {
    catalog,
    currentNumber: hall?.lots.find((lot) => lot.id === hall.currentLotId)?.catalogLotId ?? null,
    secondsPerLot: hall && paceOf(hall.lots),
  };
  const lots = mine.map(
    (one): EveningLot => ({
      ...one,
      commission: catalog.commission,
      ahead: hall && waits(one) ? queueOf(one.lot, hall.lots, hall.currentLotId) : null,
    }),
  );
  return { sale, lots };
}

/** Asked for often only while one of its sales is under the hammer. */
export const eveningOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: ["trade", "evening"],
    queryFn: async ({ client, signal }): Promise<Evening> => {
      const mine = await waitedFor(signal);
      const ids = [...new Set(mine.flatMap(({ lot }) => (lot.catalogId === null ? [] : [lot.catalogId])))];
      const sales = await Promise.all(
        ids.map((id) =>
          saleOf(
            client,
            id,
            mine.filter(({ lot }) => lot.catalogId === id),
            signal,
          ),
        ),
      );
      return { sales: sales.map(({ sale }) => sale), lots: sales.flatMap(({ lots }) => lots) };
    },
    staleTime: 5000,
    refetchInterval: ({ state }) =>
      state.data?.sales.some(({ currentNumber }) => currentNumber !== null) ? RUNNING_MS : QUIET_MS,
    enabled,
  });
