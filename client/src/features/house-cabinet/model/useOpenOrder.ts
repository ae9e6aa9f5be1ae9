import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HouseOrder } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { ORDERS_POLL_MS } from "@/trade/api/myOrders";
import { applicantsOptions } from "../api/find";
import { orderKey } from "./decisions";

interface OrderList {
  houseId: number;
  /** Names the list: its filter, search, order and page. */
  name: string;
  /** Undefined until the server has answered. */
  orders: readonly HouseOrder[] | undefined;
  /** Whether they are another list's, until this one's come. */
  isStale: boolean;
}

interface OpenOrder {
  open: HouseOrder | undefined;
  /** Whether the open request is still looked for. */
  isSought: boolean;
  /** Asks again; undefined unless looking for it failed. */
  retry: (() => void) | undefined;
  /** Whether the person asked for it; otherwise it is the first of the list. */
  isChosen: boolean;
  /** Opens another request; without one the first of the list. */
  show: (order: HouseOrder | undefined) => void;
}

/**
 * The request that is open: the address's, or the first of the list. Only an action of the person opens another one. If
 * an arrival or a colleague's decision did, the next key would decide about a person they have not looked at.
 */
export function useOpenOrder({ houseId, name, orders, isStale }: OrderList): OpenOrder {
  const { params, change } = useAddress();
  const pending = usePendingActions();
  const [shown, setShown] = useState<{ order: HouseOrder; list: string } | null>(null);
  const wanted = Number(params.get("order")) || null;
  const isSameList = shown !== null && (isStale || shown.list === name);
  const id = wanted ?? (isSameList ? shown.order.orderId : orders?.[0]?.orderId);
  const isIt = ({ orderId }: HouseOrder) => orderId === id && !pending.has(orderKey(orderId));

  const listed = orders?.find(isIt);
  const last = shown && isIt(shown.order) ? shown.order : undefined;
  // It has left the list since, or was never in it: the command box finds everybody.
  const isElsewhere = id !== undefined && orders !== undefined && !listed;
  const found = params.get("found") ?? last?.phone ?? last?.eMail ?? "";
  const others = useQuery({
    ...applicantsOptions(houseId, found, isElsewhere),
    staleTime: 0,
    refetchInterval: ORDERS_POLL_MS,
  });
  const open = listed ?? others.data?.find(isIt) ?? last;
  if (open && !isStale && (open !== shown?.order || name !== shown.list)) {
    setShown({ order: open, list: name });
  }

  return {
    open,
    isSought: isElsewhere && !open && others.isPending,
    retry: isElsewhere && others.isLoadingError ? () => void others.refetch() : undefined,
    isChosen: wanted !== null,
    show: (order) => {
      setShown(null);
      change({ order: order?.orderId ?? null, found: null, page: params.get("page") }, { replace: true });
    },
  };
}
