import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { price } from "@/lib/format";
import { useLotActions } from "@/trade/bidding/LotActions";
import { useCap } from "@/trade/bidding/useCap";
import { RaiseCap } from "@/trade/components/UntrustedNote/UntrustedNote";
import { CatalogState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { isBeyondCap } from "@/trade/rules/cap";
import { allInText } from "@/trade/rules/commission";
import { betOptions, ladderOf } from "@/trade/rules/ladder";
import { outcomeText } from "@/trade/rules/outcome";
import { limitStands } from "@/trade/rules/position";
import { justTaken } from "@/trade/rules/together";
import { isFinished } from "@/trade/rules/trading";
import { useBidding } from "../model/useBidding";
import { useMyPosition } from "../model/useMyPosition";
import { closedReasons, nextLotLine, positionDetail } from "../model/words";
import { BeforeStart } from "./BeforeStart";
import { BidBar } from "./BidBar";
import css from "./BidBar.module.css";

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
  const { bid, pending, chosen, choose, placed } = useBidding(lot);
  const position = useMyPosition(lot, { signedIn, detail: sale.detail, placed });
  const now = useServerNow(333);
  const cap = useCap(lot);
  const { bet: betOwn } = useLotActions();

  if (props.isStaff) return <StaffBar catalog={catalog} />;
  if (!props.mayBid) {
    return (
      <section className={css.bidbar} aria-label="Ставка">
        <div className={css.banner}>{props.banner}</div>
      </section>
    );
  }
  const maximum = sale.detail?.myAbsentee ?? null;
  const viewer = { myParticipant, maximum, taken: justTaken(sale.lots, sale.current) };
  const { onAbsentee } = props;
  if (sale.state === CatalogState.Scheduled) {
    const standing = position === "none" ? null : { position, detail: positionDetail(position, lot, viewer) };
    return (
      <BeforeStart
        catalog={catalog}
        lot={lot}
        limit={maximum}
        standing={standing}
        isVisitor={!signedIn}
        onAbsentee={onAbsentee}
      />
    );
  }
  const { currency } = catalog;
  const offered = betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet);
  const capped = cap ? `Ваш предел ${price(cap.value, currency)}` : null;
  const closed = closedReasons(lot, sale, now);
  const isFinal = isFinished(sale.state);
  const isBeyond = isBeyondCap(lot, cap);
  return (
    <BidBar
      chosen={position === "leading" ? null : chosen}
      onChoose={choose}
      currency={currency}
      options={cap && !isBeyond ? offered.filter((option) => option <= cap.value) : offered}
      position={position}
      outcome={outcomeText(lot, signedIn) ?? (isFinal ? "Торги завершены" : null)}
      next={isFinal ? null : nextLotLine(sale)}
      limit={position === "none" && limitStands(lot, maximum) ? maximum : null}
      detail={
        !signedIn
          ? "Войдите, чтобы делать ставки"
          : position === "none" && capped !== null
            ? `${capped}, доверенным дом его снимает`
            : positionDetail(position, lot, viewer)
      }
      closed={closed.bets ?? (isBeyond ? capped : null)}
      raise={
        isBeyond ? (
          <RaiseCap houseId={lot.houseId} className={css.bid}>
            Снять предел
          </RaiseCap>
        ) : null
      }
      ordersClosed={closed.orders}
      pending={pending}
      offline={props.offline}
      total={(value) => allInText(value, catalog.commission, currency)}
      onBid={bid}
      onReach={props.onReach}
      onAbsentee={onAbsentee && (() => onAbsentee(lot))}
      onOwn={betOwn && (() => betOwn(lot))}
    />
  );
}

/** Staff, admins and developers do not bid. */
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
