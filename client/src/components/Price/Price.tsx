import { price, priceRange } from "@/lib/format";
import css from "./Price.module.css";

interface PriceProps {
  value: number;
  /** Upper end of a range, such as an estimate. */
  to?: number | null;
  currency?: number;
  size?: "sm" | "md" | "lg" | "xl";
  className?: string;
}

/** Money in tabular figures: «1 250 000 ₽», «90 000 – 120 000 ₽». */
export function Price({ value, to, currency, size = "sm", className }: PriceProps) {
  const text = to ? priceRange(value, to, currency) : price(value, currency);
  return (
    <span className={className ? `${css.price} ${className}` : css.price} data-size={size}>
      {text}
    </span>
  );
}
