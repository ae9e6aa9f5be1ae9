import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import type { LotBidder, LotResult } from "@/lib/api/types";
import { phone, phoneUrl, price } from "@/lib/format";
import { CorrectPaddle } from "@/staff/acts/CorrectPaddle";
import { bidderNumber, isPaid, isSold, isUnsold } from "@/staff/results/totals";
import { leaderOf, listed } from "@/trade/rules/together";
import css from "./HouseResultsPage.module.css";
import { Payment } from "./Payment";

interface BuyerRowProps {
  houseId: number;
  lot: LotResult;
  /** Who leads; of lots that are sold as one, the first has the bets. */
  buyer: LotBidder | null;
  currency: number;
  catalogId: number;
}

/** One lot of a sale, its buyer, and what may still be done about it. */
export function BuyerRow({ houseId, lot, buyer, currency, catalogId }: BuyerRowProps) {
  const { leader, underbidder } = lot;
  const sold = isSold(lot);
  const number = buyer && bidderNumber(buyer);
  const shared = leaderOf(lot);
  const client = useQueryClient();
  const [correcting, setCorrecting] = useState(false);
  const corrected = (paddle: string) => {
    tellSuccess(`Номер исправлен: участник ${paddle}`, { life: 3000 });
    void client.invalidateQueries({ queryKey: ["trade", "results", catalogId] });
  };
  return (
    <tr>
      <td data-number>{lot.catalogLotId}</td>
      <td className={css.pic}>
        {lot.img ? (
          <img src={lot.img.icon} alt="" width={34} height={36} loading="lazy" />
        ) : (
          <Icon name="pic" />
        )}
      </td>
      <td className={css.name}>
        {lot.isDeleted ? (
          <b>{lot.titleRu}</b>
        ) : (
          <Link to={`/house-account/${houseId}/lots/${lot.id}`}>
            <b>{lot.titleRu}</b>
          </Link>
        )}
        <small>{lot.author.join(", ")}</small>
      </td>
      <td data-number data-label="Старт">
        {lot.start === 0 ? "по запросу" : price(lot.start, currency)}
      </td>
      <td data-number data-label={sold ? "Продан" : "Цена"}>
        {leader ? (
          sold ? (
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
      </td>
      <td data-label="Покупатель">
        {buyer && (sold || !lot.isBiddingOver) ? (
          <>
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
          </>
        ) : (
          isUnsold(lot) && (
            <span className="caption">
              {lot.isDeleted ? "не продан, удалён" : lot.hasLeft ? "не продан, убран из торгов" : "не продан"}
            </span>
          )
        )}
      </td>
      <td data-label="Предыдущая">
        {underbidder && (
          <>
            <span>{underbidder.displayName ?? bidderNumber(underbidder)}</span>
            <small>{price(underbidder.value, currency)}</small>
          </>
        )}
      </td>
      <td className={css.pay}>{sold && <Payment lot={lot} catalogId={catalogId} />}</td>
    </tr>
  );
}
