import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import type { LotShort, User } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, price } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { positionsKey } from "@/trade/api/positions";
import { useLotActions } from "@/trade/bidding/LotActions";
import { BetLabel } from "@/trade/components/BetLabel/BetLabel";
import { CatalogType } from "@/trade/enums";
import { useLiveLots } from "@/trade/live/useLiveLots";
import { lotAction, lotActionLabel } from "@/trade/rules/deal";
import { limitStands, limitTerms } from "@/trade/rules/position";
import { isRunning } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import { myBetsOptions } from "../api/bets";
import { type BetGroup, GROUPS, grouped } from "../model/groups";
import css from "./account.module.css";
import { BetRow } from "./BetRow";
import { BetTabs, BetTotals } from "./BetTotals";

const LOTS = ["лот", "лота", "лотов"] as const;
const NO_LOTS: LotShort[] = [];

/** Every lot the user bet on, grouped by its current state, with live prices. */
export function MyBets({ user }: { user: User }) {
  const { absentee } = useLotActions();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const page = pageOfAddress(params);
  const query = useQuery(myBetsOptions(page));
  const { data } = query;
  const loaded = useMemo(() => data?.items.map(({ lot }) => lot) ?? NO_LOTS, [data]);
  const lots = useLiveLots(loaded, () => void client.invalidateQueries({ queryKey: positionsKey }));

  if (!data) return <Wait query={query} h={400} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title="Ставок пока нет" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
        Здесь будут лоты, на которые вы сделаете ставки: где вы лидируете, где вас перебили и что вы выиграли.
      </EmptyState>
    );
  }
  const bets = data.items.map((mine, i) => ({ mine, lot: lots[i] ?? mine.lot }));
  const groups = grouped(bets);
  const wanted = GROUPS.find(({ group }) => group === params.get("state"))?.group ?? null;
  return (
    <>
      <BetTotals groups={groups} />
      <BetTabs groups={groups} current={wanted} all={bets.length} />
      {data.totalPages > 1 && <p className="caption">Итоги и разделы — по ставкам этой страницы.</p>}
      {wanted !== null && !groups.has(wanted) && (
        <p className={`muted ${css.none}`}>В этом разделе пока нет лотов.</p>
      )}
      {GROUPS.filter(({ group }) => wanted === null || group === wanted).map(({ group, title }) => {
        const rows = groups.get(group);
        if (!rows) return null;
        return (
          <section key={group} className={css.group} aria-labelledby={`group-${group}`}>
            <div className={css.groupHead}>
              <h2 className="h3" id={`group-${group}`}>
                {title}
              </h2>
              <span className="caption num">{count(rows.length, LOTS)}</span>
            </div>
            <ul className={css.rows}>
              {rows.map(({ mine, lot }) => (
                <BetRow
                  key={lot.id}
                  lot={lot}
                  mine={
                    mine.bet && group !== "limit"
                      ? { label: "Ваша ставка", value: mine.bet.value }
                      : { label: "Ваш лимит", value: mine.absentee }
                  }
                  outbid={group === "outbid"}
                  note={limitNote(lot, group, mine.absentee)}
                >
                  {group === "outbid" && <BetAgain lot={lot} user={user} />}
                  {group === "limit" && <Button onClick={() => absentee?.(lot)}>Изменить лимит</Button>}
                </BetRow>
              ))}
            </ul>
          </section>
        );
      })}
      <Pager page={data.currentPage} pages={data.totalPages} />
    </>
  );
}

/** Describes a standing limit; for a leading bet, with its amount. */
function limitNote(lot: LotShort, group: BetGroup, limit: number | null): string | undefined {
  if ((group !== "limit" && group !== "leading") || !limitStands(lot, limit)) return undefined;
  const terms = limitTerms(lot, limit);
  return group === "limit" ? terms : `Ваш лимит ${price(limit, lot.price.currency)}. ${terms}`;
}

/** The button to bid again. In a running classic sale it leads to the room. */
function BetAgain({ lot, user }: { lot: LotShort; user: User }) {
  const { bet } = useLotActions();
  const action = lotAction(lot, { now: serverNow(), user });
  const inRoom = lot.catalogType === CatalogType.Classic && isRunning(lot.catalogState);
  if (inRoom && lot.catalogId !== null) {
    return (
      <Button component={Link} to={`/auction/${lot.catalogId}`} variant="outline" data-caps>
        {lotActionLabel.room}
      </Button>
    );
  }
  if (action === "over" || action === "none") return null;
  if (!isRunning(lot.catalogState)) {
    return (
      <Button component={Link} to={lotUrl(lot)}>
        Смотреть лот
      </Button>
    );
  }
  return (
    <Button variant="bid" onClick={() => bet?.(lot, lot.price.minBet)}>
      <BetLabel action="Ставка" lot={lot} />
    </Button>
  );
}
