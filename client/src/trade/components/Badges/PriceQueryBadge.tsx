import { Badge } from "@mantine/core";
import { PriceQueryStatus, priceQueryStatusLabel } from "@/trade/enums";

const VARIANTS: Record<number, string> = {
  [PriceQueryStatus.Created]: "warn",
  [PriceQueryStatus.Processed]: "won",
  [PriceQueryStatus.Rejected]: "out",
};

/** Whether a price request was answered. */
export const PriceQueryBadge = ({ status }: { status: number }) => (
  <Badge variant={VARIANTS[status]}>{priceQueryStatusLabel[status]}</Badge>
);
