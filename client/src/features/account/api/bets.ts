import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { positionsKey } from "@/trade/api/positions";

const PAGE = 100;

/** The lots the user bet on, the last one first. */
export const myBetsOptions = (pageNumber: number) =>
  queryOptions({
    queryKey: [...positionsKey, "page", pageNumber],
    queryFn: ({ signal }) =>
      call(api.GET("/api/trade/bet/my", { params: { query: { pageNumber, pageSize: PAGE } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The user's standing absentee bets, with their lots. */
export const myAbsenteeOptions = () =>
  queryOptions({
    queryKey: [...positionsKey, "absentee"],
    queryFn: ({ signal }) => call(api.GET("/api/trade/bet/absentee/my", { signal })),
  });
