import type { ReactNode } from "react";
import { Link } from "react-router";
import { Countdown } from "@/components/Countdown/Countdown";
import { Live } from "@/components/Live/Live";
import { Price } from "@/components/Price/Price";
import type { LotShort } from "@/lib/api/types";
import { typeset } from "@/lib/format";
import { OutbidBadge, ReserveBadge, StateBadge } from "@/trade/components/Badges/badges";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import row from "@/trade/components/LotRow/LotRow.module.css";
import { CatalogType } from "@/trade/enums";
import { allInText } from "@/trade/rules/commission";
import { isInTrade, isRunning, lotEnd, shownPrice } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./account.module.css";

interface BetRowProps {
  lot: LotShort;
  /** The label of the user's amount, and the amount. */
  mine: { label: string; value: number | null };
  /** One line on that amount: when it acts. */
  note?: string;
  /** Another bidder leads. */
  outbid?: boolean;
  children?: ReactNode;
}

/** A lot the user bet on: their amount, the price, and the action. The row is a link, its buttons are not. */
export function BetRow({ lot, mine, note, outbid = false, children }: BetRowProps) {
  const title = typeset(lot.titleRu || "Без названия");
  const author = authorOf(lot);
  const { value, start, currency, reservePriceState } = lot.price;
  const allIn = allInText(value ?? start, lot.commission, currency);
  const myAllIn = mine.value === null ? null : allInText(mine.value, lot.commission, currency);
  const end = lotEnd(lot);
  const inHall = lot.catalogType === CatalogType.Classic && isRunning(lot.catalogState) && isInTrade(lot);
  return (
    <li>
      <span className={`${row.pic} ${css.pic}`}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <div className={`${row.what} ${css.what}`}>
        <p className="caption num">
          {[lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`, lot.houseNameRu]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Link to={lotUrl(lot)}>{author ? `${author}. ${title}` : title}</Link>
        {note && <p className="caption">{note}</p>}
        <div className={css.state}>
          {outbid && <OutbidBadge />}
          {isInTrade(lot) && reservePriceState ? (
            <ReserveBadge state={reservePriceState} reserve={lot.price.reserve} currency={currency} />
          ) : (
            !outbid && <StateBadge lot={lot} />
          )}
          {inHall ? <Live>в зале</Live> : end !== null && <Countdown end={end} size="s" />}
        </div>
      </div>
      <dl className={`${css.money} ${css.mine}`}>
        <dt>{mine.label}</dt>
        <dd>{mine.value === null ? "—" : <Price value={mine.value} currency={currency} />}</dd>
        {myAllIn && <dd className="caption num">{myAllIn}</dd>}
      </dl>
      <dl className={`${css.money} ${css.now}`}>
        <dt>{value === null ? "Стартовая цена" : shownPrice(lot).label}</dt>
        <dd>
          <Price value={value ?? start} currency={currency} />
        </dd>
        {allIn && <dd className="caption num">{allIn}</dd>}
      </dl>
      {children && <div className={css.act}>{children}</div>}
    </li>
  );
}
