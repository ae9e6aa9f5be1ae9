import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import type { LotBidder, LotResult } from "@/lib/api/types";
import { phone, phoneUrl, price } from "@/lib/format";
import { CorrectPaddle } from "@/staff/actions/CorrectPaddle";
import { bidderNumber, isPaid, isSold, isUnsold } from "@/staff/results/totals";
import { leaderOf, listed } from "@/trade/rules/together";
import css from "./HouseResultsPage.module.css";

export function LotPicture({ lot }: { lot: LotResult }) {
  return (
    <span className={css.pic}>
      {lot.img ? (
        <img src={lot.img.icon} alt="" width={34} height={36} loading="lazy" />
      ) : (
        <Icon name="pic" />
      )}
    </span>
  );
}

export function LotName({ houseId, lot }: { houseId: number; lot: LotResult }) {
  return (
    <div className={css.name}>
      {lot.isDeleted ? (
        <b>{lot.titleRu}</b>
      ) : (
        <Link to={`/house-account/${houseId}/lots/${lot.id}`}>
          <b>{lot.titleRu}</b>
        </Link>
      )}
      <small>{lot.author.join(", ")}</small>
    </div>
  );
}

/** The price that leads, or for which the lot was sold. */
export function PriceOf({ lot, currency }: { lot: LotResult; currency: number }) {
  const { leader } = lot;
  const shared = leaderOf(lot);
  return (
    <>
      {leader ? (
        isSold(lot) ? (
          <b>{price(leader.value, currency)}</b>
        ) : (
          price(leader.value, currency)
        )
      ) : shared !== null ? (
        `вместе с лотом ${shared}`
      ) : (
        "ставок нет"
      )}
      {shared === null && lot.together.length > 0 && <small>за лоты {listed(lot.together)}</small>}
    </>
  );
}

interface BuyerProps {
  lot: LotResult;
  /** Who leads; of lots that are sold as one, the first has the bets. */
  buyer: LotBidder | null;
  currency: number;
  catalogId: number;
}

/** Who leads or has bought a lot, with contacts; or why nobody has. */
export function Buyer({ lot, buyer, currency, catalogId }: BuyerProps) {
  const { leader } = lot;
  const client = useQueryClient();
  const [correcting, setCorrecting] = useState(false);
  if (!buyer || (!isSold(lot) && lot.isBiddingOver)) {
    return (
      isUnsold(lot) && (
        <span className="caption">
          {lot.isDeleted ? "не продан, удалён" : lot.hasLeft ? "не продан, убран из торгов" : "не продан"}
        </span>
      )
    );
  }
  const number = bidderNumber(buyer);
  const corrected = (paddle: string) => {
    tellSuccess(`Номер исправлен: участник ${paddle}`, { life: 3000 });
    void client.invalidateQueries({ queryKey: ["trade", "results", catalogId] });
  };
  return (
    <div className={css.buyer}>
      <span>{buyer.displayName ?? number}</span>
      <small>
        {buyer.displayName ? number : null}
        {buyer.phone && <a href={phoneUrl(buyer.phone)}>{phone(buyer.phone)}</a>}
        {buyer.eMail && <a href={`mailto:${buyer.eMail}`}>{buyer.eMail}</a>}
      </small>
      {leader !== null && leader.participant === null && !isPaid(lot) && (
        <Button
          size="xs"
          variant="quiet"
          className={css.mend}
          aria-label={`Исправить номер участника, лот ${lot.catalogLotId}`}
          onClick={() => setCorrecting(true)}
        >
          Исправить номер
        </Button>
      )}
      {correcting && leader !== null && (
        <CorrectPaddle
          bet={{
            id: leader.betId,
            lotId: lot.id,
            lot: `Лот ${lot.catalogLotId}. ${lot.titleRu}`,
            value: leader.value,
            paddle: leader.paddle,
          }}
          catalogId={catalogId}
          currency={currency}
          asksReason
          onDone={corrected}
          onClose={() => setCorrecting(false)}
        />
      )}
    </div>
  );
}

export function Underbidder({ lot: { underbidder }, currency }: { lot: LotResult; currency: number }) {
  if (!underbidder) return null;
  return (
    <div className={css.name}>
      <span>{underbidder.displayName ?? bidderNumber(underbidder)}</span>
      <small>{price(underbidder.value, currency)}</small>
    </div>
  );
}
