import { Link, useSearchParams } from "react-router";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { type Status, statuses, unchosenStatus } from "../model/filter";
import type { LotList } from "../model/useLotList";
import { cappedCount } from "../model/words";
import css from "./LotListing.module.css";

interface StatusTabsProps {
  lots: LotList;
  shown: readonly Status[];
}

/** The lots on sale, in trade, sold and not sold, each with the number of lots that the other filters leave. */
export function StatusTabs({ lots: { filter, own, tabCounts: counts, list }, shown }: StatusTabsProps) {
  const [params] = useSearchParams();
  const to = (status: Status) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (status === unchosenStatus(own.status, filter.scope)) next.delete("status");
    else next.set("status", status);
    return { search: next.toString() };
  };
  const totals: Partial<Record<Status, number>> | undefined = counts && {
    // Counted by the list alone.
    open: filter.status === "open" && !list.isPlaceholderData ? list.data?.totalCount : undefined,
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
        .toSorted((one, other) => shown.indexOf(one.value) - shown.indexOf(other.value))
        .map(({ value, label }) => {
          const total = totals?.[value];
          return (
            <Link
              key={value}
              to={to(value)}
              preventScrollReset
              aria-current={filter.status === value ? "page" : undefined}
            >
              {label}
              {total !== undefined && <span className={`${css.tabCount} num`}>{cappedCount(total)}</span>}
            </Link>
          );
        })}
    </LinkTabs>
  );
}
