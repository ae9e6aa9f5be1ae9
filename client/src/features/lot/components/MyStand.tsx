import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { serverNow } from "@/lib/clock";
import { dayMonth, moscowSeconds, price } from "@/lib/format";
import { useLotActions } from "@/trade/bidding/LotActions";
import { Standing } from "@/trade/components/Standing/Standing";
import { allInText } from "@/trade/rules/commission";
import { outcomeText } from "@/trade/rules/outcome";
import { limitAllIn, limitStands, limitTerms } from "@/trade/rules/position";
import { isSold } from "@/trade/rules/trading";
import { wonUrl } from "@/trade/urls";
import type { DealProps } from "../model/dealProps";

/** «в 14:34:51» today, «20 ноября в 14:34:51» before. */
function acceptedAt(at: string): string {
  const day = dayMonth(at);
  return `${day === dayMonth(serverNow()) ? "" : `${day} `}в ${moscowSeconds(at)}`;
}

/** The viewer's position on the lot, their bet on its way, the lost connection, or how the bidding ended. */
export function MyStand({ lot, stand, pending, connection }: DealProps) {
  const { absentee } = useLotActions();
  const { currency, minBet, value } = lot.price;
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
  const stands = limitStands(lot, lot.myAbsentee);
  const limit = lot.myAbsentee !== null && stands ? `Ваш лимит ${price(lot.myAbsentee, currency)}` : "";
  switch (stand) {
    case "leading":
      return (
        <Standing
          tone="leading"
          title="Вы лидируете"
          detail={
            lot.leadingBet &&
            [
              `Ставка принята ${acceptedAt(lot.leadingBet.created)} (МСК)`,
              limit,
              limit && limitAllIn(lot, lot.myAbsentee ?? 0),
            ]
              .filter(Boolean)
              .join(". ")
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
    case "won": {
      const due = value === null ? null : allInText(value, lot.commission, currency);
      return (
        <Standing
          tone="won"
          title="Ваша ставка победила"
          detail={[due && `К оплате ${due}`, "Аукционный дом свяжется с вами"].filter(Boolean).join(". ")}
          // Phones show this link in the bottom bar.
          action={
            <Link className="link only-wide" to={wonUrl}>
              Что дальше
            </Link>
          }
        />
      );
    }
    case "unsold":
      return (
        <Standing
          tone="plain"
          icon="gavel"
          title={outcomeText(lot, true) ?? "Торги завершены"}
          detail="Ваша ставка была старшей"
        />
      );
    default: {
      const outcome = outcomeText(lot, false);
      // The badge beside the price already says that a lot was not sold.
      if (outcome && (isSold(lot) || lot.myLastBet !== null)) {
        return (
          <Standing
            tone="plain"
            icon="gavel"
            title={outcome}
            detail={
              lot.myLastBet === null ? undefined : `Ваша последняя ставка ${price(lot.myLastBet, currency)}`
            }
          />
        );
      }
      if (!limit || lot.myAbsentee === null) return null;
      const terms = [
        limitTerms(lot, lot.myAbsentee),
        minBet > lot.myAbsentee ? "Минимальная ставка уже выше" : null,
      ];
      return (
        <Standing
          tone="plain"
          icon="limit"
          title={limit}
          detail={terms.filter(Boolean).join(". ")}
          action={
            absentee && (
              <Button size="sm" onClick={() => absentee(lot)}>
                Изменить
              </Button>
            )
          }
        />
      );
    }
  }
}
