import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Lot } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { serverNow } from "@/lib/clock";
import { dayMonth, moscowSeconds, price, withCommission } from "@/lib/format";
import { auctionUrl, houseUrl } from "@/lib/urls";
import { useLotActions } from "@/trade/bidding/LotActions";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import type { ConnectionStatus } from "@/trade/live/chatConnection";
import type { Deal, Stand } from "@/trade/rules/deal";
import { lotActionLabel } from "@/trade/rules/deal";
import { lotNumbersOptions } from "../api/lotNumbers";
import css from "./lot.module.css";

export interface DealProps {
  lot: Lot;
  deal: Deal;
  stand: Stand;
  isVisitor: boolean;
  /** The house has accepted the viewer but does not trust them with absentee bets. */
  untrusted: boolean;
  commission: number;
  /** The amount of the viewer's bet on its way. */
  pending: number | null;
  connection: ConnectionStatus;
}

/** «в 14:34:51» today, «20 ноября в 14:34:51» before. */
function acceptedAt(at: string): string {
  const day = dayMonth(at);
  return `${day === dayMonth(serverNow()) ? "" : `${day} `}в ${moscowSeconds(at)}`;
}

/** The viewer's position on the lot. */
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

/** The viewer's actions on the lot; null without any. */
export function DealActions(props: DealProps): ReactNode {
  const { lot, deal } = props;
  switch (deal.kind) {
    case "hidden":
      return null;
    case "soon":
      return (
        <>
          <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
          <p className={css.hint}>Ставки принимаются с начала торгов.</p>
        </>
      );
    case "closing":
      return (
        <Button fullWidth data-caps disabled>
          ПОДВОДИМ ИТОГ
        </Button>
      );
    case "offer":
      return (
        <>
          <p className="small muted">Лот продаётся без торгов. Наличие и условия подскажет продавец.</p>
          <Button component={Link} to={houseUrl({ id: lot.houseId, nameRu: lot.houseNameRu })} fullWidth>
            Связаться с продавцом
          </Button>
        </>
      );
    case "room":
      return (
        <>
          <CurrentLot lot={lot} />
          <RoomButton lot={lot} />
        </>
      );
    case "staff":
      return <p className={css.hint}>Сотрудники площадки и дома не участвуют в торгах.</p>;
    case "register":
      return <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />;
    case "waiting":
      return (
        <>
          <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
          <Button fullWidth data-caps disabled>
            {lotActionLabel.bet}
          </Button>
        </>
      );
    case "bid":
      return <BidControls {...props} bet={deal.bet} absentee={deal.absentee} />;
  }
}

/** «Лот 52, сейчас продаётся лот 48». */
function CurrentLot({ lot }: { lot: Lot }) {
  const { data } = useQuery({ ...lotNumbersOptions(lot.catalogId ?? 0), enabled: lot.catalogId !== null });
  const current = data?.find(({ id }) => id === lot.catalog?.currentLotId);
  if (!current) return null;
  return (
    <p className={css.figures}>
      Лот {lot.catalogLotId}, сейчас продаётся лот {current.catalogLotId}
    </p>
  );
}

function RoomButton({ lot }: { lot: Lot }) {
  if (!lot.catalog) return null;
  return (
    <Button component={Link} to={auctionUrl(lot.catalog)} variant="bid" fullWidth data-caps>
      {lotActionLabel.room}
    </Button>
  );
}

type BidControlsProps = DealProps & { bet: boolean; absentee: "place" | "raise" | null };

function BidControls(props: BidControlsProps) {
  const { lot, bet, absentee, isVisitor, untrusted, commission, pending, connection, stand } = props;
  const { currency, minBet } = lot.price;
  const options = useBetOptions(lot, { enabled: bet });
  const [chosen, setChosen] = useState<number | null>(null);
  // Falls back to the minimum once the price has passed the chosen amount.
  const value = chosen !== null && options.includes(chosen) ? chosen : minBet;
  const openBet = useOpenBet(lot);
  const openAbsentee = useOpenAbsentee(lot);
  const offline = connection.state === "offline";

  return (
    <>
      {bet && (
        <div>
          <div className={css.bid}>
            <Select
              label="Ваша ставка"
              data={options.map((option) => ({ value: String(option), label: price(option, currency) }))}
              value={String(value)}
              onChange={(next) => setChosen(next === null ? null : Number(next))}
              disabled={offline || pending !== null}
              maxDropdownHeight={320}
            />
            <Button
              variant="bid"
              data-caps
              disabled={offline}
              data-pending={pending !== null || undefined}
              aria-busy={pending !== null}
              onClick={() => pending === null && openBet(value)}
            >
              {pending !== null ? "ОТПРАВЛЯЕТСЯ" : lotActionLabel.bet}
            </Button>
          </div>
          <p className={`num ${css.hint} ${css.underBid}`}>
            {value === minBet ? "Минимальная ставка" : `Минимальная ставка ${price(minBet, currency)}`}
            {commission > 0 &&
              `, ${value === minBet ? "" : "выбранная "}с комиссией ${price(withCommission(value, commission), currency)}`}
          </p>
        </div>
      )}
      {absentee && (
        <Button variant="outline" fullWidth data-caps disabled={offline} onClick={openAbsentee}>
          {absentee === "raise" ? lotActionLabel.raiseAbsentee : lotActionLabel.absentee}
        </Button>
      )}
      {isVisitor && bet && <p className={css.hint}>После входа вернёмся к этой ставке.</p>}
      {untrusted && stand !== "leading" && (
        <p className={css.hint}>Заочные ставки доступны только доверенным пользователям</p>
      )}
      {!isVisitor && <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />}
    </>
  );
}

function useOpenBet(lot: Lot): (value: number) => void {
  const { bet } = useLotActions();
  const requireLogin = useRequireLogin();
  return (value) =>
    requireLogin(
      () => bet?.(lot, value),
      `После входа вернёмся к ставке ${price(value, lot.price.currency)} на лот ${lot.catalogLotId ?? lot.id}.`,
    );
}

function useOpenAbsentee(lot: Lot): () => void {
  const { absentee } = useLotActions();
  const requireLogin = useRequireLogin();
  return () => requireLogin(() => absentee?.(lot), "После входа вернёмся к заочной ставке.");
}

/** Keeps the price and the main act on a phone's screen. */
export function Paybar(props: DealProps) {
  const { lot, deal, pending, connection } = props;
  const openBet = useOpenBet(lot);
  const openAbsentee = useOpenAbsentee(lot);
  const offline = connection.state === "offline";
  const act = (() => {
    if (deal.kind === "room") return <RoomButton lot={lot} />;
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
  return (
    <section className={css.paybar} aria-label="Ставка">
      <div>
        <p className={css.k}>{value === null ? "Стартовая цена" : "Текущая ставка"}</p>
        <b className="num">{price(value ?? start, currency)}</b>
      </div>
      {act}
    </section>
  );
}

/** The state of the live connection, shown while the lot can change. */
export function LiveState({ lot, connection }: Pick<DealProps, "lot" | "connection">) {
  return lot.isBiddingOver ? null : <ConnectionBadge status={connection} />;
}
