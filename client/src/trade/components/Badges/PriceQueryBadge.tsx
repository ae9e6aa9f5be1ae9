import { Badge, type BadgeVariant } from "@/components/Badge/Badge";
import { PriceQueryStatus, priceQueryStatusLabel } from "@/trade/enums";

const VARIANTS: Record<number, BadgeVariant> = {
  [PriceQueryStatus.Created]: "warn",
  [PriceQueryStatus.Processed]: "won",
  [PriceQueryStatus.Rejected]: "out",
};

/** Whether a price request was answered. */
export const PriceQueryBadge = ({ status }: { status: number }) => (
  <Badge variant={VARIANTS[status]}>{priceQueryStatusLabel[status]}</Badge>
);
