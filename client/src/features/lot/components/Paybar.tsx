import { Button } from "@mantine/core";
import { price } from "@/lib/format";
import { PriceRequestButton } from "@/trade/components/PriceRequestButton/PriceRequestButton";
import { lotActionLabel } from "@/trade/rules/deal";
import { useOpenAbsentee, useOpenBet } from "../model/useOpenDialogs";
import type { DealProps } from "./DealBlock";
import css from "./lot.module.css";
import { RoomButton } from "./RoomButton";

/** Keeps the price and the main act on a phone's screen. */
export function Paybar(props: DealProps) {
  const { lot, deal, pending, connection } = props;
  const openBet = useOpenBet(lot);
  const openAbsentee = useOpenAbsentee(lot);
  const offline = connection.state === "offline";
  const act = (() => {
    if (deal.kind === "room") return <RoomButton lot={lot} />;
    if (deal.kind === "offer") return <PriceRequestButton lot={lot} variant="bid" />;
    if (deal.kind !== "bid") return null;
    if (deal.bet) {
      return (
        <Button
          variant="bid"
          data-caps
          disabled={offline}
          data-pending={pending !== null || undefined}
          onClick={() => pending === null && openBet(lot.price.minBet)}
        >
          {pending !== null ? "ОТПРАВЛЯЕТСЯ" : lotActionLabel.bet}
        </Button>
      );
    }
    if (deal.absentee === null) return null;
    return (
      <Button variant="outline" data-caps disabled={offline} onClick={openAbsentee}>
        {deal.absentee === "raise" ? lotActionLabel.raiseAbsentee : lotActionLabel.absentee}
      </Button>
    );
  })();
  if (act === null) return null;
  const { value, start, currency } = lot.price;
  const isAsked = deal.kind === "offer";
  const label = isAsked ? "Цена" : value === null ? "Стартовая цена" : "Текущая ставка";
  return (
    <section className={css.paybar} aria-label={isAsked ? "Запрос цены" : "Ставка"}>
      <div>
        <p className={css.k}>{label}</p>
        <b className="num">{isAsked && start === 0 ? "по запросу" : price(value ?? start, currency)}</b>
      </div>
      {act}
    </section>
  );
}
