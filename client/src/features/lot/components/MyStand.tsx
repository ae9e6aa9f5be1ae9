import { serverNow } from "@/lib/clock";
import { dayMonth, moscowSeconds, price } from "@/lib/format";
import { Standing } from "@/trade/components/Standing/Standing";
import type { DealProps } from "./DealBlock";

/** «в 14:34:51» today, «20 ноября в 14:34:51» before. */
function acceptedAt(at: string): string {
  const day = dayMonth(at);
  return `${day === dayMonth(serverNow()) ? "" : `${day} `}в ${moscowSeconds(at)}`;
}

/** The viewer's position on the lot, their bet on its way, or the lost connection. */
export function MyStand({ lot, stand, pending, connection }: DealProps) {
  const { currency, minBet } = lot.price;
  if (connection.state === "offline" && !lot.isBiddingOver) {
    return <Standing tone="offline" title="Связь потеряна" detail="Ставки недоступны, восстанавливаем" />;
  }
  if (pending !== null) {
    return (
      <Standing
        tone="plain"
        title={`Ставка ${price(pending, currency)} отправляется`}
        detail="Ответ сервера придёт сюда же"
      />
    );
  }
  const limit = lot.myAbsentee === null ? "" : `Ваша заочная ставка до ${price(lot.myAbsentee, currency)}`;
  switch (stand) {
    case "leading":
      return (
        <Standing
          tone="leading"
          title="Вы лидируете"
          detail={
            lot.leadingBet &&
            [`Ставка принята ${acceptedAt(lot.leadingBet.created)} (МСК)`, limit].filter(Boolean).join(". ")
          }
        />
      );
    case "outbid":
      return (
        <Standing
          tone="outbid"
          title="Ваша ставка перебита"
          detail={
            lot.myLastBet === null
              ? `Минимальная теперь ${price(minBet, currency)}`
              : `Ваша ставка ${price(lot.myLastBet, currency)}, минимальная теперь ${price(minBet, currency)}`
          }
        />
      );
    case "won":
      return <Standing tone="won" title="Лот ваш" detail="Аукционный дом свяжется с вами" />;
    case "unsold":
      return <Standing tone="plain" icon="gavel" title="Торги завершены" detail="Ваша ставка была старшей" />;
    default:
      return limit ? <Standing tone="plain" icon="check" title={limit} detail="Её видите только вы" /> : null;
  }
}
