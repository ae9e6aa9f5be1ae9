import { useEffect } from "react";
import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { moscowTime } from "@/lib/format";
import { play } from "@/trade/bidding/sound";
import type { LiveSale } from "@/trade/live/useLiveSale";
import css from "./room.module.css";

/** What the auctioneer announces, over the picture: «Последний раз», or a pause. */
export function Moment({ sale, lot }: { sale: LiveSale; lot: LotShort }) {
  const { warnedAt } = lot;
  useEffect(() => {
    if (warnedAt !== null) play("warning");
  }, [warnedAt]);

  if (sale.pause) {
    return (
      <div className={css.moment} role="status">
        <Icon name="pause" size="l" />
        <span>
          Пауза с {moscowTime(sale.pause.since)}
          <small>{sale.pause.reason ?? "Ставки сохранены, часы лота стоят"}</small>
        </span>
      </div>
    );
  }
  if (warnedAt === null || lot.isBiddingOver) return null;
  return (
    // The key announces a repeated warning again.
    <div key={warnedAt} className={css.moment} data-warning role="alert">
      <Icon name="gavel" size="l" />
      <span>
        Последний раз
        <small>Аукционист держит молоток</small>
      </span>
    </div>
  );
}
