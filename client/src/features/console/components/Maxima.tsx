import { Price } from "@/components/Price/Price";
import type { AbsenteeCount } from "@/lib/api/types";
import { count } from "@/lib/format";
import { ORDERS } from "../model/words";
import css from "./console.module.css";

interface MaximaProps {
  lotId: number;
  rows: readonly AbsenteeCount[];
  currency: number;
}

/** The highest secret maximum on the current lot, for admins. */
export function Maxima({ lotId, rows, currency }: MaximaProps) {
  const row = rows.find((one) => one.lotId === lotId);
  return (
    <>
      <h2 className={css.paneHead}>
        Заочный максимум<span>админ</span>
      </h2>
      <div className={`${css.block} ${css.max}`}>
        {row ? (
          <>
            <span>{count(row.count, ORDERS)}</span>
            {row.max != null && <Price value={row.max} currency={currency} />}
          </>
        ) : (
          <span className="muted">Нет</span>
        )}
      </div>
    </>
  );
}
