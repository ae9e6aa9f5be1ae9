import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { ordersKey } from "@/trade/api/myOrders";

const few = { pageNumber: 1, pageSize: 8 };

/** Lots of a house by words or number, hidden ones included. */
export const findLotsOptions = (houseId: number, text: string) =>
  queryOptions({
    queryKey: ["lots", "find", houseId, text],
    queryFn: ({ signal }) =>
      call(
        api.POST("/api/lots/search", {
          params: { query: few },
          body: { houseId, searchQuery: text, showHiddenLots: true },
          signal,
        }),
      ),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    enabled: text !== "",
  });

/** Sales of a house by part of the title. */
export const findSalesOptions = (houseId: number, text: string) =>
  queryOptions({
    queryKey: ["catalogs", "find", houseId, text],
    queryFn: ({ signal }) =>
      call(api.GET("/api/catalog", { params: { query: { houseId, search: text, ...few } }, signal })),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    enabled: text !== "",
  });

/** People who asked to register with a house, by part of the name, a contact or the note; the latest of all without a text. */
export const applicantsOptions = (houseId: number, text: string, enabled: boolean) =>
  queryOptions({
    queryKey: [...ordersKey, "house", houseId, "people", text],
    queryFn: ({ signal }) => {
      const query = text === "" ? { houseId, pageSize: 100 } : { houseId, search: text, ...few };
      return call(api.GET("/api/house/orders", { params: { query }, signal }));
    },
    select: ({ items }) => items,
    staleTime: 60_000,
    enabled,
  });
