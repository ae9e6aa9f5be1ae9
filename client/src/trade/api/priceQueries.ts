import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { PriceQuery } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";

const PAGE_SIZE = 20;
/** As many as the server gives at once. */
const LATEST = 100;

export const myQueriesKey = ["queries", "my"] as const;

const myQueries = (pageNumber: number, pageSize: number) =>
  queryOptions({
    queryKey: [...myQueriesKey, pageNumber, pageSize],
    queryFn: ({ signal }) =>
      call(api.GET("/api/queries/my", { params: { query: { pageNumber, pageSize } }, signal })),
  });

/** A page of the user's price requests, latest first. */
export const myQueriesOptions = (pageNumber: number) => myQueries(pageNumber, PAGE_SIZE);

/** The user's latest price requests, from which lots know their own. */
export const latestQueriesOptions = () => myQueries(1, LATEST);

/** The user's last price request for a lot; null without one. */
export function useMyQuery(lotId: number): PriceQuery | null {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...latestQueriesOptions(), enabled: isLoggedIn });
  if (!isLoggedIn) return null;
  return data?.items.find(({ targetId }) => targetId === lotId) ?? null;
}
