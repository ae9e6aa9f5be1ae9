import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { STATES } from "../model/runs";

const runsKey = (houseId: number) => ["house", houseId, "imports"] as const;

/** A running import is looked at again this often. */
const REFRESH_MS = 2000;

/** The imports of the house's last 30 days, the latest first. */
export const importRunsOptions = (houseId: number) =>
  queryOptions({
    queryKey: runsKey(houseId),
    queryFn: ({ signal }) =>
      call(api.GET("/api/house/{id}/imports", { params: { path: { id: houseId } }, signal })),
    // Imports run and end in other tabs too.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state }) => STATES[state].isRunning) ? REFRESH_MS : false,
  });

/** What a run found, row by row; null if it never came to a report. */
export const readImportRun = (houseId: number, runId: number) =>
  call(api.GET("/api/house/{id}/imports/{runId}", { params: { path: { id: houseId, runId } } }));
