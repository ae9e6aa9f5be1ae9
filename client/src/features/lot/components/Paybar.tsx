import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Countdown } from "@/components/Countdown/Countdown";
import { Icon, type IconName } from "@/components/Icon/Icon";
import type { Lot } from "@/lib/api/types";
import { dayMonthTime, price } from "@/lib/format";
import { useRegistration } from "@/trade/api/registration";
import { useCap } from "@/trade/bidding/useCap";
import { BetLabel } from "@/trade/components/BetLabel/BetLabel";
import { PriceRequestButton } from "@/trade/components/PriceRequestButton/PriceRequestButton";
import { RegisterButton } from "@/trade/components/RegistrationBanner/RegisterButton";
import { RaiseCap } from "@/trade/components/UntrustedNote/UntrustedNote";
import { isBeyondCap } from "@/trade/rules/cap";
import { allInText, withCommission } from "@/trade/rules/commission";
import { outcomeText } from "@/trade/rules/outcome";
import { limitActs, limitStands } from "@/trade/rules/position";
import { isInTrade, isPaused, isRunning, isSold, lotEnd } from "@/trade/rules/trading";
import { wonUrl } from "@/trade/urls";
import type { DealProps } from "../model/dealProps";
import { useNumberInHall } from "../model/useNumberInHall";
import { useOpenBet } from "../model/useOpenDialogs";
import { AbsenteeButton } from "./AbsenteeButton";
import css from "./lot.module.css";
import { RoomButton } from "./RoomButton";

/** A phone's bar at the bottom: where the viewer stands, the price with its time, and the one action. */
export function Paybar(props: DealProps) {
  const { lot, deal } = props;
  if (deal.kind === "hidden" && outcomeText(lot, false) === null) return null;
  return (
    <section className={css.paybar} aria-label="Кратко о лоте">
      <Standing {...props} />
      <Figure {...props} />
      <Action {...props} />
    </section>
  );
}

type Tone = "leading" | "outbid" | "won" | "plain";

interface Line {
  tone: Tone;
  icon: IconName;
  text: string;
  note?: string;
}

/** Whether the sale does not run: the price's label then has a line of its own. */
const isAtRest = (lot: Lot) => !isRunning(lot.catalogState);

/** Where the viewer stands, or what keeps them from bidding. */
function Standing(props: DealProps) {
  const { status } = useRegistration(props.lot.houseId, props.lot.catalogId);
  const cap = useCap(props.lot);
  const line = lineOf(props, status, cap?.value ?? null);
  if (!line) return null;
  // At rest there is no line left for a note; a lost connection still says what that means.
  const isShort = isAtRest(props.lot) && props.connection.state !== "offline";
  return (
    <p className={css.place} data-tone={line.tone}>
      <Icon name={line.icon} size="s" />
      <span>
        {line.text}
        {line.note && !isShort && <small>{line.note}</small>}
      </span>
    </p>
  );
}

function lineOf(
  { lot, deal, stand, connection }: DealProps,
  registration: ReturnType<typeof useRegistration>["status"],
  cap: number | null,
): Line | null {
  const { currency, minBet } = lot.price;
  if (connection.state === "offline" && !lot.isBiddingOver && deal.kind !== "offer")
    return { tone: "plain", icon: "netoff", text: "Связь потеряна", note: "Ставки недоступны" };
  if (stand === "won") return { tone: "won", icon: "check", text: "Ваша ставка победила" };
  if (stand === "leading") return { tone: "leading", icon: "up", text: "Вы лидируете" };
  if (stand === "outbid") return { tone: "outbid", icon: "down", text: "Ваша ставка перебита" };
  if (limitStands(lot, lot.myAbsentee)) {
    const text = `Ваш лимит ${price(lot.myAbsentee ?? 0, currency)}`;
    return { tone: "plain", icon: "limit", text, note: limitActs(lot) };
  }
  switch (deal.kind) {
    case "register":
      if (registration === "rejected") return { tone: "plain", icon: "warn", text: "Ваша заявка отклонена" };
      return isAtRest(lot)
        ? null
        : {
            tone: "plain",
            icon: "user",
            text: "Чтобы делать ставки, нужна регистрация в аукционном доме",
            note: "Заявка займёт минуту",
          };
    case "waiting":
      return registration === "pending"
        ? { tone: "plain", icon: "clock", text: "Ваша заявка на рассмотрении" }
        : null;
    case "staff":
      return { tone: "plain", icon: "user", text: "Сотрудники площадки и дома не участвуют в торгах" };
    case "paused":
      return { tone: "plain", icon: "pause", text: "Торги на паузе" };
    case "closing":
      return { tone: "plain", icon: "clock", text: "Подводим итог" };
    case "bid":
      return cap === null || !deal.bet
        ? null
        : {
            tone: "plain",
            icon: minBet > cap ? "warn" : "key",
            text: `Ваш предел ${price(cap, currency)}`,
            note: "Дом снимает его доверенным покупателям",
          };
    default:
      return null;
  }
}

/** The sum that matters now, with its time; after the hammer the outcome. */
function Figure({ lot, deal, stand }: DealProps) {
  const { commission } = lot;
  const { value, start, currency } = lot.price;
  if (stand === "won" && value !== null) {
    const due = commission > 0 ? "С комиссией к оплате" : "К оплате";
    return <Sum label={due} sum={price(withCommission(value, commission), currency)} />;
  }
  const outcome = outcomeText(lot, false);
  if (outcome) {
    const at = lot.endTradeTime ? ` ${dayMonthTime(lot.endTradeTime)}` : "";
    return (
      <div className={css.wide}>
        {outcome !== "Торги завершены" && <p className={css.k}>Торги завершены{at}</p>}
        <b>{outcome}</b>
      </div>
    );
  }
  if (deal.kind === "offer") {
    return (
      <Sum
        label="Цена"
        sum={start === 0 ? "по запросу" : price(start, currency)}
        note={allInText(start, commission, currency)}
      />
    );
  }
  const label = stand === "leading" ? "Ваша ставка" : value === null ? "Стартовая цена" : "Текущая ставка";
  return (
    <Sum
      label={label}
      sum={price(value ?? start, currency)}
      allIn={allInText(value ?? start, commission, currency)}
      time={<When lot={lot} deal={deal} />}
      isAhead={isAtRest(lot)}
    />
  );
}

/** The time left, the start, or how far the hall is: its lots have no end but the hammer. */
function When({ lot, deal }: Pick<DealProps, "lot" | "deal">): ReactNode {
  const inHall = useNumberInHall(lot, deal.kind === "room");
  if (isAtRest(lot)) return lot.catalogStartDate && <span>начало {dayMonthTime(lot.catalogStartDate)}</span>;
  const end = lotEnd(lot);
  if (end !== null) return <Countdown end={end} size="s" />;
  if (deal.kind === "room") return inHall !== null && <span>Сейчас лот {inHall}</span>;
  return isInTrade(lot) && !isPaused(lot) && <span>Продаётся в зале</span>;
}

interface SumProps {
  label: string;
  sum: string;
  note?: string | null;
  /** «с комиссией 1 725 ₽» */
  allIn?: string | null;
  time?: ReactNode;
  isAhead?: boolean;
}

function Sum({ label, sum, note, allIn, time, isAhead }: SumProps) {
  const head = (
    <p className={css.k}>
      {label} {time}
    </p>
  );
  return (
    <>
      {isAhead && head}
      <div className={note ? css.wide : undefined} data-price>
        {!isAhead && head}
        <b className="num">{sum}</b>
        {note && <span className="caption num"> {note}</span>}
        {allIn && <p className="caption num">{allIn}</p>}
      </div>
    </>
  );
}

function Action(props: DealProps): ReactNode {
  const { lot, deal, stand, isVisitor, pending, connection } = props;
  const openBet = useOpenBet(lot);
  const cap = useCap(lot);
  const offline = connection.state === "offline";
  if (stand === "won" && isSold(lot)) {
    return (
      <Button component={Link} to={wonUrl}>
        Что дальше
      </Button>
    );
  }
  switch (deal.kind) {
    case "room":
      return <RoomButton lot={lot} />;
    case "offer":
      return (
        <div className={css.wide}>
          <PriceRequestButton lot={lot} variant="bid" />
        </div>
      );
    case "register":
      return <RegisterButton houseId={lot.houseId} variant="bid" />;
    case "bid": {
      const { minBet } = lot.price;
      if (deal.bet && isBeyondCap(lot, cap)) {
        return <RaiseCap houseId={lot.houseId}>Снять предел</RaiseCap>;
      }
      if (deal.bet) {
        return (
          <Button
            variant="bid"
            data-act="lot"
            disabled={offline || cap === undefined}
            data-pending={pending !== null || undefined}
            onClick={() => pending === null && openBet(minBet)}
          >
            {pending !== null ? (
              "Отправляется"
            ) : isVisitor ? (
              "Войти и поставить"
            ) : (
              <BetLabel action="Ставка" lot={lot} />
            )}
          </Button>
        );
      }
      return <AbsenteeButton lot={lot} connection={connection} action={deal.absentee} className={css.wide} />;
    }
    default:
      return null;
  }
}
