import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, call } from "@/lib/api/client";
import type { HouseOrder, OrderSort } from "@/lib/api/types";
import { sessionKey, useSession } from "@/lib/auth/session";
import { OrderStatus } from "@/trade/enums";
import type { RegistrationStatus } from "@/trade/rules/deal";
import { isDeveloper, isStaffOf } from "@/trade/rules/staff";
import { myOrdersOptions, ORDERS_POLL_MS, ordersKey } from "./myOrders";

export interface Registration {
  status: RegistrationStatus;
  /** The newest request in the house. */
  order: HouseOrder | null;
}

const UNKNOWN: Registration = { status: "unknown", order: null };

function statusOf(order: HouseOrder | null): Registration["status"] {
  switch (order?.status) {
    case OrderStatus.Pending:
      return "pending";
    case OrderStatus.Accepted:
      return "accepted";
    case OrderStatus.Rejected:
      return "rejected";
    default:
      return "none";
  }
}

/** The viewer's registration with a house. */
export function useRegistration(houseId: number, catalogId: number | null = null): Registration {
  const client = useQueryClient();
  const { user, initialized } = useSession();
  const { data } = useQuery({
    ...myOrdersOptions(user !== null),
    refetchInterval: ({ state }) =>
      state.data?.some((order) => order.houseId === houseId && order.status === OrderStatus.Pending)
        ? ORDERS_POLL_MS
        : false,
  });
  const order = data?.find((o) => o.houseId === houseId) ?? null;
  const accepted = user?.acceptedInHouseIds.includes(houseId) ?? false;

  // The decision also changes the session's rights: trust, the chat, the buttons on cards.
  const outdated = user !== null && order !== null && (order.status === OrderStatus.Accepted) !== accepted;
  useEffect(() => {
    if (outdated) void client.invalidateQueries({ queryKey: sessionKey });
  }, [client, outdated]);

  if (!user) return initialized ? { status: "visitor", order: null } : UNKNOWN;
  const neverBids = user.isAdmin || isDeveloper(user) || isStaffOf(user, houseId, catalogId);
  if (neverBids) return { status: "staff", order: null };
  if (!data) return accepted ? { status: "accepted", order: null } : UNKNOWN;
  return { status: order ? statusOf(order) : accepted ? "accepted" : "none", order };
}

/** Whether the viewer's requests are loading for the first time. Their banner would push the page down. */
export function useRegistrationLoading(): boolean {
  const { user } = useSession();
  const { isLoading, failureCount } = useQuery(myOrdersOptions(user !== null));
  return isLoading && failureCount === 0;
}

/** Requests registration with a house; 409 while a request is pending or accepted. */
export function useSendOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ houseId, note }: { houseId: number; note: string }) =>
      call(api.POST("/api/house/orders/send", { body: { houseId, note: note.trim() || null } })),
    meta: { ownErrors: true },
    onSettled: (_order, _error, { houseId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey }),
        client.invalidateQueries({ queryKey: ["house", houseId] }),
      ]),
  });
}

interface HouseOrdersQuery {
  houseId: number;
  status: number | undefined;
  search?: string;
  sort?: OrderSort | undefined;
  pageNumber: number;
  pageSize?: number;
}

/** Requests of a house, for its staff. New ones appear by themselves. */
export const houseOrdersOptions = ({
  houseId,
  status,
  search = "",
  sort,
  pageNumber,
  pageSize = 20,
}: HouseOrdersQuery) =>
  queryOptions({
    queryKey: [...ordersKey, "house", houseId, { status, search, sort, pageNumber, pageSize }],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/house/orders", {
          params: { query: { houseId, status, search: search || undefined, sort, pageNumber, pageSize } },
          signal,
        }),
      ),
    staleTime: 0,
    // A kept list would show requests that have been decided since, until it is read again.
    gcTime: 0,
    refetchInterval: ORDERS_POLL_MS,
  });
