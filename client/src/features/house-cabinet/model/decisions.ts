import type { DecideOrder, HouseOrder, TrustOrder } from "@/lib/api/types";
import { count } from "@/lib/format";
import { OrderStatus } from "@/trade/enums";

export type OrderAction = "accept" | "trust" | "reject";

interface Words {
  button: string;
  /** The button for those of a selection that still wait. */
  waiting: string;
  key: string;
  one: string;
  many: string;
}

export const ORDER_ACTIONS: Record<OrderAction, Words> = {
  accept: {
    button: "Подтвердить",
    waiting: "Подтвердить ожидающие",
    key: "A",
    one: "Заявка подтверждена",
    many: "Подтверждены",
  },
  trust: {
    button: "Подтвердить и доверять",
    waiting: "Подтвердить ожидающие и доверять",
    key: "T",
    one: "Заявка подтверждена с доверием",
    many: "Подтверждены с доверием",
  },
  reject: {
    button: "Отклонить",
    waiting: "Отклонить ожидающие",
    key: "R",
    one: "Заявка отклонена",
    many: "Отклонены",
  },
};

/** The conclusions that are written most often. The applicant reads them. */
export const CONCLUSIONS = [
  "Не удалось подтвердить контактные данные",
  "Есть неоплаченные покупки в нашем доме",
  "Регистрация на ближайшие торги закончена",
] as const;

/** The conclusion with a ready one chosen: it takes the place of another ready one, and follows what was typed. */
export function withConclusion(typed: string, ready: string): string {
  const own = typed.split("\n").filter((line) => !CONCLUSIONS.some((text) => text === line.trim()));
  return [own.join("\n").trim(), ready].filter(Boolean).join("\n");
}

export const ORDERS = ["заявка", "заявки", "заявок"] as const;

export const orderKey = (orderId: number) => `order:${orderId}`;
export const isOrderKey = (key: string) => key.startsWith("order:");

export const isPending = ({ status }: Pick<HouseOrder, "status">) => status === OrderStatus.Pending;

/** Which decisions an applicant's request still allows. */
export function offeredActions(order: Pick<HouseOrder, "status" | "isTrusted">): OrderAction[] {
  const offered: OrderAction[] = [];
  if (order.status !== OrderStatus.Accepted) offered.push("accept");
  if (!order.isTrusted) offered.push("trust");
  if (order.status !== OrderStatus.Rejected) offered.push("reject");
  return offered;
}

export interface BulkAction {
  action: OrderAction;
  label: string;
  orders: HouseOrder[];
}

/**
 * The decisions for a selection, each with the requests it is for. Where some still wait, decided ones are left as they
 * are: they came into the selection with the rest of the page, and a new decision would replace their conclusions.
 */
export function bulkActions(selected: readonly HouseOrder[]): BulkAction[] {
  const waiting = selected.filter(isPending);
  const among = waiting.length > 0 ? waiting : selected;
  return (["accept", "trust", "reject"] as const).flatMap((action) => {
    const orders = among.filter((order) => offeredActions(order).includes(action));
    if (orders.length === 0) return [];
    const { button, waiting: forWaiting } = ORDER_ACTIONS[action];
    if (orders.length === selected.length) return { action, label: button, orders };
    return { action, label: `${waiting.length > 0 ? forWaiting : button}: ${orders.length}`, orders };
  });
}

/** A request and the conclusion to send with the decision. */
export type Decided = Pick<HouseOrder, "orderId" | "displayName" | "conclusion" | "revision">;

type Decision = { trust: true; body: TrustOrder } | { trust: false; orderId: number; body: DecideOrder };

/** Sends the revision seen, so that the server can refuse the decision if a colleague has decided first. */
export function decision(action: OrderAction, { orderId, revision, conclusion: text }: Decided): Decision {
  const conclusion = text?.trim() || null;
  if (action === "trust") return { trust: true, body: { orderId, conclusion, revision } };
  const status = action === "accept" ? OrderStatus.Accepted : OrderStatus.Rejected;
  return { trust: false, orderId, body: { conclusion, status, revision } };
}

/** What has been decided: «Заявка подтверждена: Иван Петров», «Подтверждены: 3 заявки». */
export function decided(action: OrderAction, orders: readonly Pick<HouseOrder, "displayName">[]): string {
  const { one, many } = ORDER_ACTIONS[action];
  if (orders.length !== 1) return `${many}: ${count(orders.length, ORDERS)}`;
  return [one, orders[0]?.displayName].filter(Boolean).join(": ");
}
