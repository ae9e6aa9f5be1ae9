import { Link, useSearchParams } from "react-router";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import type { LotCounts } from "@/lib/api/types";
import { type LotFilter, type Status, statuses } from "../model/filter";
import { cappedCount } from "../model/words";
import css from "./LotListing.module.css";

interface StatusTabsProps {
  filter: LotFilter;
  shown: readonly Status[];
  /** Undefined while they load. */
  counts: LotCounts | undefined;
}

/** The lots in trade, sold and not sold, each with the number of lots that the other filters leave. */
export function StatusTabs({ filter, shown, counts }: StatusTabsProps) {
  const [params] = useSearchParams();
  const to = (status: Status) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (status === "all") next.delete("status");
    else next.set("status", status);
    return { search: next.toString() };
  };
  const totals = counts && {
    all: counts.states.all,
    trading: counts.states.trading,
    withbets: counts.states.withBets,
    sold: counts.states.sold,
    notsold: counts.states.notSold,
  };
  return (
    <LinkTabs label="Состояние торгов">
      {statuses
        .filter(({ value }) => shown.includes(value))
        .map(({ value, label }) => (
          <Link
            key={value}
            to={to(value)}
            preventScrollReset
            aria-current={filter.status === value ? "page" : undefined}
          >
            {label}
            {totals && <span className={`${css.tabCount} num`}>{cappedCount(totals[value])}</span>}
          </Link>
        ))}
    </LinkTabs>
  );
}
