import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import type { LotShort } from "@/lib/api/types";
import { positionsKey } from "@/trade/api/positions";
import { useLotActions } from "@/trade/bidding/LotActions";
import { useLiveLots } from "@/trade/live/useLiveLots";
import { limitStands, limitTerms } from "@/trade/rules/position";
import { isFinished } from "@/trade/rules/trading";
import { myAbsenteeOptions } from "../api/bets";
import css from "./account.module.css";
import { BetRow } from "./BetRow";

/** When the limit acts and what it may cost, or that the price has passed it. */
function noteOf(lot: LotShort, limit: number): string | undefined {
  if (lot.isBiddingOver) return undefined;
  return limitStands(lot, limit) ? limitTerms(lot, limit) : "Цена уже выше лимита";
}

const NO_LOTS: LotShort[] = [];

/** The user's absentee bets, to raise, lower or withdraw. */
export function MyAbsentee() {
  const client = useQueryClient();
  const { absentee } = useLotActions();
  const query = useQuery(myAbsenteeOptions());
  const { data } = query;
  const loaded = useMemo(() => data?.map(({ lot }) => lot) ?? NO_LOTS, [data]);
  const lots = useLiveLots(loaded, () => void client.invalidateQueries({ queryKey: positionsKey }));

  if (!data) return <Wait query={query} h={300} />;
  if (data.length === 0) {
    return (
      <EmptyState title="Заочных ставок нет" action={{ label: "Смотреть лоты", to: "/lots" }}>
        Заочная ставка — лимит, до которого мы торгуемся за вас. Она доступна доверенным покупателям дома.
      </EmptyState>
    );
  }
  return (
    <ul className={css.rows}>
      {data.map((mine, i) => {
        const lot = lots[i] ?? mine.lot;
        const open = !lot.isBiddingOver && !isFinished(lot.catalogState);
        return (
          <BetRow
            key={lot.id}
            lot={lot}
            mine={{ label: "Ваш лимит", value: mine.absentee.value }}
            note={noteOf(lot, mine.absentee.value)}
          >
            {open && <Button onClick={() => absentee?.(lot)}>Изменить</Button>}
          </BetRow>
        );
      })}
    </ul>
  );
}
