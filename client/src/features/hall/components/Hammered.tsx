import { Icon } from "@/components/Icon/Icon";
import type { HallLot } from "@/lib/api/types";
import { price } from "@/lib/format";
import { togetherText } from "@/trade/rules/together";
import { outcomeOf } from "../model/hallState";
import { leaderOf } from "../model/words";
import css from "./hall.module.css";

/** How the lot before ended, while the next one opens. */
export function Hammered({ lot, currency }: { lot: HallLot; currency: number }) {
  const sold = outcomeOf(lot) === "sold" && lot.value !== null;
  return (
    <p className={css.hammered} data-sold={sold || undefined} role="status">
      <Icon name="gavel" />
      <span>{togetherText(lot) ?? `Лот ${lot.catalogLotId} ${sold ? "продан" : "не продан"}`}</span>
      {sold && (
        <b>
          {price(lot.value ?? 0, currency)}
          <small>{leaderOf(lot)?.who}</small>
        </b>
      )}
    </p>
  );
}
