import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { CatalogRequest, CatalogSort } from "@/lib/api/types";
import { houseInvitationsOptions } from "@/staff/people/invitations";
import { catalogKey } from "@/trade/api/catalog";
import { CatalogType } from "@/trade/enums";

interface SalesQuery {
  houseId: number;
  scope: string;
  catalogType: string;
  search: string;
  sort: CatalogSort | undefined;
  pageNumber: number;
}

export const CATALOG_SORTS: readonly CatalogSort[] = [
  "title",
  "-title",
  "start",
  "-start",
  "end",
  "-end",
  "lots",
  "-lots",
  "sold",
  "-sold",
  "commission",
  "-commission",
];

const SCOPES = ["all", "current", "future", "results"] as const;
type Scope = (typeof SCOPES)[number];

/** Galleries and post-auctions have no list of sales. */
const SOLD_BY_BETS = [CatalogType.Classic, CatalogType.Parallel] as const;

const scopeOf = (text: string): Scope => SCOPES.find((scope) => scope === text) ?? "all";

export function readSales(
  { houseId, scope, catalogType, search, sort, pageNumber }: SalesQuery,
  signal?: AbortSignal,
) {
  const type = SOLD_BY_BETS.find((one) => String(one) === catalogType);
  return call(
    api.GET("/api/catalog", {
      params: {
        query: {
          houseId,
          scope: scopeOf(scope),
          search: search || undefined,
          catalogType: type,
          sort,
          pageNumber,
          pageSize: 20,
        },
      },
      signal,
    }),
  );
}

/** A page of a house's sales: running ones first, then coming, then past, unless sorted. */
export const salesOptions = (query: SalesQuery) =>
  queryOptions({
    queryKey: ["catalogs", "house", query.houseId, "list", query],
    queryFn: ({ signal }) => readSales(query, signal),
    placeholderData: keepPreviousData,
  });

/** Reads again all that shows a catalog. */
export function useCatalogChanged() {
  const client = useQueryClient();
  return (catalogId?: number) =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["catalogs"] }),
      catalogId === undefined
        ? Promise.resolve()
        : client.invalidateQueries({ queryKey: catalogKey(catalogId) }),
    ]);
}

export const saveCatalog = (body: CatalogRequest) => call(api.POST("/api/catalog", { body }));

export type CatalogCommand =
  | "scheduled"
  | "hide"
  | "show"
  | "cancel"
  | "startClassic"
  | "startParallel"
  | "delete";

function send(command: CatalogCommand, id: number): Promise<unknown> {
  const params = { params: { path: { id } } };
  switch (command) {
    case "scheduled":
      return call(api.PUT("/api/catalog/{id}/scheduled", params));
    case "hide":
      return call(api.PUT("/api/catalog/{id}/hide", params));
    case "show":
      return call(api.PUT("/api/catalog/{id}/show", params));
    case "cancel":
      return call(api.PUT("/api/catalog/{id}/cancel", params));
    case "startClassic":
      return call(api.PUT("/api/trade/classic/{id}/start", params));
    case "startParallel":
      return call(api.PUT("/api/trade/parallel/{id}/start", params));
    case "delete":
      return call(api.DELETE("/api/catalog/{id}", params));
  }
}

/** An action on a whole catalog. */
export function useCatalogCommand(catalogId: number) {
  const changed = useCatalogChanged();
  return useMutation({
    mutationFn: (command: CatalogCommand) => send(command, catalogId),
    // A deleted catalog has nothing to read any more.
    onSettled: (_answer, error, command) => changed(command === "delete" && !error ? undefined : catalogId),
  });
}

interface AuctioneerName {
  catalogId: number;
  /** E-mail or phone number. */
  name: string;
}

const named = ({ catalogId, name }: AuctioneerName) =>
  name.includes("@") ? { catalogId, email: name.trim() } : { catalogId, number: name.replace(/\D/g, "") };

/** Makes a person an auctioneer of a catalog, or takes the role away. */
export function useAuctioneer(houseId: number) {
  const client = useQueryClient();
  const changed = useCatalogChanged();
  return useMutation({
    mutationFn: ({ add, ...who }: AuctioneerName & { add: boolean }) =>
      add
        ? call(api.POST("/api/accounts/auctioneer", { body: named(who) }))
        : call(api.POST("/api/accounts/auctioneer/unregister", { body: named(who) })),
    meta: { ownErrors: true },
    onSettled: (_none, _error, { catalogId }) =>
      Promise.all([
        changed(catalogId),
        client.invalidateQueries({ queryKey: houseInvitationsOptions(houseId).queryKey }),
      ]),
  });
}
