import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { JournalRequest, JournalSort } from "@/lib/api/types";

export interface JournalFilter {
  /** Days in Moscow, «2026-11-21»; the last one is included. */
  from: string | null;
  to: string | null;
  eventId: number | null;
  accountId: number | null;
  catalogId: number | null;
  /** Leave out what rooms did by themselves. */
  exceptSystem: boolean;
  sort: JournalSort | undefined;
  page: number;
}

export const JOURNAL_SORTS: readonly JournalSort[] = ["at", "-at"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight in Moscow at the beginning of a day. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00+03:00`);

function journalRequest(filter: JournalFilter): JournalRequest {
  const { from, to, eventId, accountId, catalogId, exceptSystem } = filter;
  return {
    startDate: from && new Date(midnight(from)).toISOString(),
    endDate: to && new Date(midnight(to) + DAY_MS).toISOString(),
    // The address may name any number; the server refuses those of no event.
    eventId: eventId as JournalRequest["eventId"],
    accountId,
    catalogId,
    exceptSystem,
  };
}

/** A page of records. */
export const journalOptions = (filter: JournalFilter) =>
  queryOptions({
    queryKey: ["admin", "journal", filter],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/dev/journal", {
          params: { query: { sort: filter.sort, pageNumber: filter.page, pageSize: 50 } },
          body: journalRequest(filter),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The events that the journal can be filtered by. */
export const journalEventsOptions = () =>
  queryOptions({
    queryKey: ["admin", "journalEvents"],
    queryFn: ({ signal }) => call(api.GET("/api/dev/journal/events", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The filtered records as a spreadsheet. */
export async function exportJournal(filter: JournalFilter): Promise<Blob> {
  const params = { query: { sort: filter.sort } };
  const body = journalRequest(filter);
  const file: unknown = await call(api.POST("/api/dev/journal/export", { params, body, parseAs: "blob" }));
  return file as Blob;
}
