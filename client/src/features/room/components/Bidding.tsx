import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { price, withCommission } from "@/lib/format";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { betOptions, ladderOf } from "@/trade/rules/ladder";
import { useBidding } from "../model/useBidding";
import { useMyPosition } from "../model/useMyPosition";
import { closedReason, ordersClosedReason, positionDetail } from "../model/words";
import { BidBar } from "./BidBar";
import css from "./room.module.css";

interface BiddingProps {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  house: House | null;
  signedIn: boolean;
  myParticipant: number | null;
  banner: ReactNode;
  mayBid: boolean;
  isStaff: boolean;
  offline: { attempt: number } | null;
  onAbsentee?: (lot: LotShort) => void;
  /** The bidder's hand comes near the bid bar. */
  onReach: () => void;
}

/** The bid bar, or what a viewer who may not bid sees in its place. */
export function Bidding(props: BiddingProps) {
  const { sale, lot, catalog, house, signedIn, myParticipant } = props;
  const { bid, pending, chosen, choose, hasPlaced } = useBidding(lot);
  const position = useMyPosition(lot, { signedIn, detail: sale.detail, hasPlaced });
  const now = useServerNow(333);

  if (props.isStaff) return <StaffBar catalog={catalog} />;
  if (!props.mayBid) {
    return (
      <section className={css.bidbar} aria-label="Ставка">
        <div className={css.banner}>{props.banner}</div>
      </section>
    );
  }
  const maximum = sale.detail?.myAbsentee ?? null;
  const { onAbsentee } = props;
  return (
    <BidBar
      chosen={position === "leading" ? null : chosen}
      onChoose={choose}
      currency={catalog.currency}
      options={betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet)}
      position={position}
      detail={positionDetail(position, lot, { myParticipant, maximum })}
      closed={closedReason(lot, sale, now)}
      ordersClosed={ordersClosedReason(lot, sale, now)}
      pending={pending}
      offline={props.offline}
      total={(value) => `с комиссией ${price(withCommission(value, catalog.commission), catalog.currency)}`}
      onBid={bid}
      onReach={props.onReach}
      onAbsentee={onAbsentee && (() => onAbsentee(lot))}
    />
  );
}

/** Staff and admins see reserves and secret maximums, so they do not bid. */
function StaffBar({ catalog }: { catalog: Catalog }) {
  return (
    <section className={css.bidbar} aria-label="Ставка">
      <div className={css.you}>
        <Icon name="gavel" size="l" />
        <span>
          Вы ведёте этот зал
          <small>Сотрудники дома и администраторы ставок не делают</small>
        </span>
      </div>
      {catalog.isController && (
        <Button
          component={Link}
          to="?viewType=console"
          variant="outline"
          className={`${css.bid} ${css.wide}`}
        >
          Открыть пульт
        </Button>
      )}
    </section>
  );
}
