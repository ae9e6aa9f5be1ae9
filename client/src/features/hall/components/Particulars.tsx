import { useQuery } from "@tanstack/react-query";
import { capitalized, price, priceRange } from "@/lib/format";
import { workText } from "@/trade/rules/work";
import { blockOptions } from "../api/hall";
import css from "./hall.module.css";

/** The estimate of a lot, what it is made of and how large it is. All of it is public; without an answer nothing is shown. */
export function Particulars({ lotId, currency }: { lotId: number; currency: number }) {
  const { data: lot } = useQuery(blockOptions(lotId));
  if (!lot) return null;
  const work = workText(lot);
  const estimate = estimateText(lot.price.estimatedFrom, lot.price.estimatedTo, currency);
  return (
    <div className={css.particulars}>
      {estimate && <p>Эстимейт {estimate}</p>}
      {work && <p>{capitalized(work)}</p>}
    </div>
  );
}

function estimateText(from: number | null, to: number | null, currency: number): string | null {
  if (from !== null && to !== null && from !== to) return priceRange(from, to, currency);
  if (from !== null) return to === null ? `от ${price(from, currency)}` : price(from, currency);
  return to === null ? null : `до ${price(to, currency)}`;
}
