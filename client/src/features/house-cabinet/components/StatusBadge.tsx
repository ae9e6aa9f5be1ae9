import { Badge, type BadgeVariant } from "@/components/Badge/Badge";
import type { HouseOrder } from "@/lib/api/types";
import { OrderStatus, orderStatusLabel } from "@/trade/enums";

const VARIANT: Record<number, BadgeVariant> = {
  [OrderStatus.Pending]: "warn",
  [OrderStatus.Accepted]: "won",
  [OrderStatus.Rejected]: "out",
};

/** The status of a registration request. */
export const StatusBadge = ({ status }: Pick<HouseOrder, "status">) => (
  <Badge variant={VARIANT[status]}>{orderStatusLabel[status]}</Badge>
);
