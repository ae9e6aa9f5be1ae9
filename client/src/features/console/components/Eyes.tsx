import { useQuery } from "@tanstack/react-query";
import { plural, thousands } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { attentionOptions } from "../api/paddles";
import css from "./console.module.css";

const WATCHING = ["смотрит", "смотрят", "смотрят"] as const;
const BET = ["ставил", "ставили", "ставили"] as const;

/** How many look at the lot, reach for the button, and have bid, in the hall too. Counts only: nobody is named. */
export function Eyes({ sale, catalogId }: { sale: LiveSale; catalogId: number }) {
  const lotId = sale.current?.id ?? 0;
  const { data } = useQuery({ ...attentionOptions(catalogId, lotId), enabled: sale.current !== null });
  const bettors = new Set(sale.bets.map(({ participant, paddle }) => `${participant}:${paddle}`));
  const members = data?.members ?? sale.room.members;
  return (
    <>
      <h2 className={css.paneHead}>
        Сейчас на лоте
        <span className="num">{members === null ? "" : `в сети ${thousands(members)}`}</span>
      </h2>
      <dl className={`${css.eyes} num`}>
        <div>
          <dt>{plural(data?.watching ?? 0, WATCHING)}</dt>
          <dd>{data ? thousands(data.watching) : "—"}</dd>
        </div>
        <div data-hot={(data?.reaching ?? 0) > 0 || undefined}>
          <dt>у кнопки ставки</dt>
          <dd>{data ? thousands(data.reaching) : "—"}</dd>
        </div>
        <div>
          <dt>всего {plural(bettors.size, BET)}</dt>
          <dd>{thousands(bettors.size)}</dd>
        </div>
      </dl>
    </>
  );
}
