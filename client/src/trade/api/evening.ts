import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { CatalogType } from "@/trade/enums";
import { isRunning } from "@/trade/rules/trading";

/** A classic sale moves by one lot in about a minute. */
const RUNNING_MS = 15_000;
const QUIET_MS = 5 * 60_000;

export const eveningKey = ["trade", "evening"] as const;

/** What the viewer waits for over all sales. Asked for often only while one of them is under the hammer. */
export const eveningOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: eveningKey,
    queryFn: ({ signal }) => call(api.GET("/api/trade/evening", { signal })),
    staleTime: 5000,
    refetchInterval: ({ state }) =>
      state.data?.sales.some(
        ({ catalog }) => catalog.catalogType === CatalogType.Classic && isRunning(catalog.state),
      )
        ? RUNNING_MS
        : QUIET_MS,
    enabled,
  });
