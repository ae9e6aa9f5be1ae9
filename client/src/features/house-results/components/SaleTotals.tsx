import type { SaleResults } from "@/lib/api/types";
import { percent, price, thousands } from "@/lib/format";
import { Figures } from "@/staff/blocks/Block";
import { totalsOf } from "@/staff/results/totals";

/** The figures of a sale, so far or in the end. */
export function SaleTotals({ results, isRunning }: { results: SaleResults; isRunning: boolean }) {
  const totals = totalsOf(results);
  const amount = (value: number) => price(value, results.currency);
  const above = totals.aboveEstimate;
  return (
    <Figures
      figures={[
        {
          value: `${thousands(totals.sold)} из ${thousands(totals.offered)}`,
          label: `лотов продано, ${percent(totals.share)}${isRunning ? " прошедших" : ""}`,
        },
        { value: amount(totals.amount), label: isRunning ? "продано на сумму" : "сумма продаж" },
        ...(above === null
          ? []
          : [
              {
                value: `${above > 0 ? "+" : ""}${percent(above)}`,
                label: "к нижнему эстимейту",
                tone: above >= 0 ? ("ok" as const) : ("bad" as const),
              },
            ]),
        { value: amount(totals.commission), label: `комиссия ${percent(results.commission)}` },
        {
          value: `${totals.paid} из ${totals.sold}`,
          label: `оплачено, ${amount(totals.paidAmount)} без\u00a0комиссии`,
        },
      ]}
    />
  );
}
