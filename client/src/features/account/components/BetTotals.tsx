import { Link } from "react-router";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { Totals } from "@/components/Totals/Totals";
import { count } from "@/lib/format";
import { LotState } from "@/trade/enums";
import { type BetGroup, GROUPS, type GroupedBet } from "../model/groups";
import { allIn } from "../model/totals";
import css from "./account.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

type Groups = ReadonlyMap<BetGroup, readonly GroupedBet[]>;

/** How many lots the user leads, was outbid on and won, with the sums that they cost. */
export function BetTotals({ groups }: { groups: Groups }) {
  const of = (group: BetGroup) => groups.get(group) ?? [];
  const sum = (bets: readonly GroupedBet[]) =>
    allIn(
      bets.map(({ lot: { price, commission } }) => ({
        value: price.value ?? 0,
        commission,
        currency: price.currency,
      })),
    );
  const leading = sum(of("leading"));
  const unpaid = of("won").filter(({ lot }) => lot.state === LotState.Sold);
  const due = sum(unpaid);
  const totals: { name: string; group: BetGroup; note: string | null }[] = [
    { name: "Лидирую", group: "leading", note: leading && `${leading} с комиссией` },
    { name: "Перебиты", group: "outbid", note: null },
    {
      name: "Выиграны",
      group: "won",
      note: due
        ? `к оплате ${count(unpaid.length, LOTS)}, ${due}`
        : of("won").length > 0 && unpaid.length === 0
          ? "оплачены"
          : null,
    },
    { name: "Завершены", group: "over", note: null },
  ];
  return (
    <Totals
      className={css.totals}
      totals={totals.map(({ name, group, note }) => ({ name, value: count(of(group).length, LOTS), note }))}
    />
  );
}

interface BetTabsProps {
  groups: Groups;
  /** The group shown; null for all. */
  current: BetGroup | null;
  all: number;
}

/** The bets by how they stand, one group at a time. */
export function BetTabs({ groups, current, all }: BetTabsProps) {
  return (
    <LinkTabs className={css.betTabs} label="Ставки по состоянию">
      <Link to="/account" preventScrollReset aria-current={current === null ? "page" : undefined}>
        Все <span className="num">{all}</span>
      </Link>
      {GROUPS.map(({ group, tab }) => (
        <Link
          key={group}
          to={`/account?state=${group}`}
          preventScrollReset
          aria-current={current === group ? "page" : undefined}
        >
          {tab} <span className="num">{groups.get(group)?.length ?? 0}</span>
        </Link>
      ))}
    </LinkTabs>
  );
}
