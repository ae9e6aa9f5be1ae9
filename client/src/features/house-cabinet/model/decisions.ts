import { faultText } from "@/lib/api/errors";
import type { HouseOrder } from "@/lib/api/types";
import { count } from "@/lib/format";
import type { OrderDecision } from "@/trade/api/registration";
import { OrderStatus } from "@/trade/enums";

export type Act = "accept" | "trust" | "reject";

export const ACTS: Record<Act, { button: string; key: string; one: string; many: string }> = {
  accept: { button: "Принять", key: "A", one: "Заявка принята", many: "Приняты" },
  trust: {
    button: "Принять и доверять",
    key: "T",
    one: "Заявка принята, пользователь доверенный",
    many: "Приняты с доверием",
  },
  reject: { button: "Отклонить", key: "R", one: "Заявка отклонена", many: "Отклонены" },
};

/** The conclusions that are written most often. The applicant reads them. */
export const CONCLUSIONS = [
  "Не удалось подтвердить контактные данные",
  "Есть неоплаченные покупки в нашем доме",
  "Регистрация на ближайшие торги закончена",
] as const;

export const ORDERS = ["заявка", "заявки", "заявок"] as const;

export const orderKey = (orderId: number) => `order:${orderId}`;

/** Which decisions an applicant's request still allows. */
export function offeredActs(order: Pick<HouseOrder, "status" | "isTrusted">): Act[] {
  const offered: Act[] = [];
  if (order.status !== OrderStatus.Accepted) offered.push("accept");
  if (!order.isTrusted) offered.push("trust");
  if (order.status !== OrderStatus.Rejected) offered.push("reject");
  return offered;
}

export function decision(act: Act, orderId: number, text: string): OrderDecision {
  const conclusion = text.trim() || null;
  if (act === "trust") return { trust: true, orderId, conclusion };
  const status = act === "accept" ? OrderStatus.Accepted : OrderStatus.Rejected;
  return { trust: false, orderId, conclusion, status };
}

/** What has been decided: «Заявка принята», «Приняты 3 заявки». */
export function decided(act: Act, orders: number): string {
  const { one, many } = ACTS[act];
  return orders === 1 ? one : `${many}: ${count(orders, ORDERS)}`;
}

/** What has not been decided, and why: «Не решены: 2 заявки из 5. Заявка уже отклонена». */
export function undecided(refusals: readonly unknown[], of: number): string {
  const reasons = new Set(refusals.map((refusal) => faultText(refusal) ?? "Прервано"));
  return `Не решены: ${count(refusals.length, ORDERS)} из ${of}. ${[...reasons].join(". ")}`;
}
