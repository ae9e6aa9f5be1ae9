import { Button } from "@mantine/core";
import { AnimatePresence, motion } from "framer-motion";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Chat } from "@/components/Chat/Chat";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { LotPicture } from "@/components/Picture/LotPicture";
import { RollingPrice } from "@/components/RollingPrice/RollingPrice";
import { announce } from "@/lib/announce";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { CatalogState } from "@/lib/enums";
import {
  count,
  dayMonthTime,
  moscowSeconds,
  percent,
  price,
  shortClock,
  thousands,
  withCommission,
} from "@/lib/format";
import { auctionUrl, lotUrl } from "@/lib/urls";
import { play, useSound } from "@/trade/bidding/sound";
import { useBidding } from "@/trade/bidding/useBidding";
import { ReserveBadge, TopBadge } from "@/trade/components/Badges/badges";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { chatConnection } from "@/trade/live/chatConnection";
import { type LiveSale, useLiveSale } from "@/trade/live/useLiveSale";
import { betOptions, ladderOf } from "@/trade/rules/ladder";
import { bettorName, type Position, positionOn } from "@/trade/rules/position";
import { isRunning } from "@/trade/rules/trading";
import { BidBar, type Chosen } from "./BidBar";
import { BidFeed } from "./BidFeed";
import { FilmStrip } from "./FilmStrip";
import { RoomPanel, type RoomTab } from "./RoomPanel";
import css from "./room.module.css";

const BETS = ["ставка", "ставки", "ставок"] as const;
const MEMBERS = ["участник", "участника", "участников"] as const;

interface LiveRoomProps {
  catalog: Catalog;
  house: House | null;
  /** «Для участия в аукционе необходимо зарегистрироваться…» and the like, for whoever cannot bid yet. */
  banner: ReactNode;
  /** Whether the house has accepted this person. */
  accepted: boolean;
  /** Whoever sees reserves and maxima does not bid. */
  isStaff: boolean;
  onAbsentee?: (lot: LotShort) => void;
}

/** The live classic sale. */
export function LiveRoom({ catalog, house, banner, accepted, isStaff, onAbsentee }: LiveRoomProps) {
  const { user } = useSession();
  const myUserId = user?.id ?? null;
  const sale = useLiveSale(catalog, myUserId);
  const [tab, setTab] = useState<RoomTab | null>(null);
  const unread = useUnread(sale.chat.messages.length, tab === "chat");
  const offline = sale.connection.state === "offline" ? { attempt: sale.connection.attempt } : null;
  const members = sale.room.members;

  const feed = (
    <BidFeed
      bets={sale.bets}
      count={count(sale.current?.betsCount ?? 0, BETS)}
      currency={catalog.currency}
      myUserId={myUserId}
    />
  );
  const chat = (
    <Chat
      messages={sale.chat.messages}
      caption={offline ? "нет связи" : members === null ? "" : `${thousands(members)} в зале`}
      writable={writable(user !== null, accepted || catalog.isController, offline !== null)}
      onSend={(text) => chatConnection.send(catalog.id, text)}
    />
  );

  const strip = (
    <FilmStrip lots={sale.lots} updates={sale.room.lots} currentLotId={sale.current?.id ?? null} />
  );
  const panel = tab !== null && (
    <RoomPanel
      tab={tab}
      onTab={setTab}
      onClose={() => setTab(null)}
      contents={{ chat, bets: feed, lots: <div className={css.panelLots}>{strip}</div> }}
    />
  );

  return (
    <div
      className={css.room}
      data-room
      data-stale={offline ? true : undefined}
      data-panel={tab === null ? undefined : true}
    >
      <header className={css.head}>
        <IconButton icon="left" label="Выйти из зала" to={`${auctionUrl(catalog)}?viewType=catalog`} />
        <h1 className={css.title}>{catalog.title}</h1>
        <span className="caption only-wide">
          {catalog.houseNameRu} · комиссия {percent(catalog.commission)}
        </span>
        <span className={css.grow} />
        <ConnectionBadge status={sale.connection} />
        {members !== null && (
          <span className={`${css.members} num only-wide`} title="Участников в зале">
            <Icon name="people" size="s" />
            <span className="sr">{count(members, MEMBERS)}</span>
            <span aria-hidden="true">{thousands(members)}</span>
          </span>
        )}
        <HallClock />
        <SoundButton />
      </header>

      {sale.current ? (
        <CurrentLot
          sale={sale}
          lot={sale.current}
          catalog={catalog}
          myUserId={myUserId}
          stale={offline !== null}
          panel={panel}
        />
      ) : (
        <Waiting sale={sale} catalog={catalog} panel={panel} />
      )}

      {sale.current && (
        <Bidding
          key={sale.current.id}
          sale={sale}
          lot={sale.current}
          catalog={catalog}
          house={house}
          myUserId={myUserId}
          banner={banner}
          mayBid={accepted || user === null}
          isStaff={isStaff}
          offline={offline}
          onAbsentee={onAbsentee}
        />
      )}

      <aside className={css.side}>
        {feed}
        {chat}
      </aside>
      {strip}

      <div className={css.next}>
        <span className="muted">{nextLine(sale)}</span>
        <IconButton icon="grid" label="Лоты аукциона и ставки" onClick={() => setTab("lots")} />
        <IconButton
          icon="chat"
          label={unread > 0 ? `Чат, новых сообщений: ${unread}` : "Чат"}
          badge={unread}
          onClick={() => setTab("chat")}
        />
      </div>
    </div>
  );
}

function writable(loggedIn: boolean, entitled: boolean, offline: boolean) {
  if (offline) return { allowed: false, why: "Нет связи" } as const;
  if (!loggedIn) return { allowed: false, why: "Войдите, чтобы писать" } as const;
  if (!entitled) return { allowed: false, why: "Пишут участники торгов" } as const;
  return { allowed: true } as const;
}

function HallClock() {
  const now = useServerNow(1000);
  return <time className="small muted only-wide num">{moscowSeconds(now)} (МСК)</time>;
}

function SoundButton() {
  const [on, toggle] = useSound();
  return (
    <IconButton
      icon={on ? "sound" : "soundoff"}
      label={on ? "Выключить звук" : "Включить звук"}
      pressed={on}
      onClick={toggle}
    />
  );
}

interface Panelled {
  /** What is opened on a phone: it covers the picture, never the price and the bid bar. */
  panel: ReactNode;
}

interface CurrentLotProps {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  myUserId: number | null;
  stale: boolean;
}

function CurrentLot({ sale, lot, catalog, myUserId, stale, panel }: CurrentLotProps & Panelled) {
  const authors = lot.author.map(({ name }) => name).join(", ");
  const facts = [lot.period, lot.materials, lot.size].filter(Boolean).join(". ");
  const position = sale.lots.findIndex(({ id }) => id === lot.id) + 1;
  return (
    <div className={css.main}>
      <div className={css.stage} data-picture>
        <AnimatePresence mode="wait" initial={false}>
          <motion.div
            key={lot.id}
            className={css.work}
            initial={{ x: 48, opacity: 0 }}
            animate={{ x: 0, opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.25, ease: [0.2, 0, 0, 1] }}
          >
            <LotPicture
              picture={lot.img}
              alt={[authors, lot.titleRu].filter(Boolean).join(". ")}
              size="full"
              eager
            />
          </motion.div>
        </AnimatePresence>
      </div>
      {panel}
      <section className={css.info} aria-label="Текущий лот">
        <p className="row between">
          <span className="eyebrow num">
            Лот {lot.catalogLotId}
            {position > 0 &&
              `${position === lot.catalogLotId ? "" : ` · ${position}`} из ${thousands(sale.lots.length)}`}
          </span>
          {lot.top > 0 && <TopBadge className="only-wide" />}
          <span className="only-phone">
            <LotTimer lot={lot} state={sale.state} stale={stale} />
          </span>
        </p>
        {authors && <h2 className={css.author}>{authors}</h2>}
        <p className={css.what}>{lot.titleRu}</p>
        {facts && <p className={`${css.facts} only-wide`}>{facts}</p>}
        {lot.price.estimatedFrom !== null && (
          <p className={`${css.facts} num only-wide`}>
            Эстимейт {thousands(lot.price.estimatedFrom)} –{" "}
            {price(lot.price.estimatedTo ?? lot.price.estimatedFrom, catalog.currency)}
          </p>
        )}
        <p className={`${css.facts} only-wide`}>
          <Link className="link" to={lotUrl(lot)}>
            Описание и сохранность
          </Link>
        </p>
        <Money sale={sale} lot={lot} catalog={catalog} myUserId={myUserId} stale={stale} />
      </section>
    </div>
  );
}

/** The countdown of an auto-start lot; led by hand there is none, the hammer decides. */
function LotTimer({
  lot,
  state,
  stale,
  long = false,
}: {
  lot: LotShort;
  state: number;
  stale: boolean;
  long?: boolean;
}) {
  const now = useServerNow(333);
  if (stale) {
    return (
      <span className={css.timer}>
        <Icon name="pause" size="s" />
        Нет данных о времени
      </span>
    );
  }
  if (lot.isBiddingOver) {
    return (
      <span className={css.timer}>
        <Icon name="gavel" size="s" />
        Молоток упал
      </span>
    );
  }
  if (!isRunning(state) || lot.endTradeTime === null) return null;
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  return (
    <span className={css.timer} data-short={left <= 10_000 || undefined} role="timer">
      <Icon name="clock" size="s" />
      <span className="num">{shortClock(left)}</span>
      {long && " до удара молотка"}
    </span>
  );
}

function Sandline({ lot, total }: { lot: LotShort; total: number }) {
  const now = useServerNow(333);
  if (lot.endTradeTime === null || lot.isBiddingOver) return null;
  const left = Math.max(0, Date.parse(lot.endTradeTime) - now);
  const share = Math.min(1, left / (total * 1000));
  return (
    <div className={`${css.sandline} only-wide`} data-short={left <= 10_000 || undefined} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}

function Money({ sale, lot, catalog, myUserId, stale }: CurrentLotProps) {
  const { value, start } = lot.price;
  const shown = value ?? start;
  const heard = useLastHeard(stale);
  const label = stale
    ? `По данным на ${moscowSeconds(heard)} (МСК)`
    : lot.isBiddingOver
      ? value === null
        ? "Не продан"
        : "Цена продажи"
      : value === null
        ? "Стартовая цена"
        : "Текущая ставка";
  const total = price(withCommission(shown, catalog.commission), catalog.currency);
  const leader = lot.leadingBet ? bettorName(lot.leadingBet, myUserId) : null;
  return (
    <div className={css.now}>
      <div className="only-wide">
        <LotTimer lot={lot} state={sale.state} stale={stale} long />
      </div>
      {catalog.isAutoStart && !stale && <Sandline lot={lot} total={catalog.lotSaleTimeoutInSeconds} />}
      <div className={css.money}>
        <div>
          <p className="caption">{label}</p>
          <RollingPrice value={shown} currency={catalog.currency} />
        </div>
        <p className="caption only-phone num">
          с комиссией
          <br />
          {total}
        </p>
      </div>
      <p className={`${css.commission} small muted num only-wide`}>
        С комиссией {percent(catalog.commission)} — {total}
      </p>
      <p className={css.lead}>
        {leader ? (
          <span className="only-wide">
            <span className="caption">Лидирует</span> <b data-mine={leader === "Вы" || undefined}>{leader}</b>
          </span>
        ) : (
          <span className="caption only-wide">Ставок пока нет</span>
        )}
        <ReserveBadge
          state={lot.price.reservePriceState}
          reserve={lot.price.reserve}
          currency={catalog.currency}
        />
      </p>
    </div>
  );
}

/** The moment of the last news: it stands still while the line is down. */
function useLastHeard(stale: boolean): number {
  const now = useServerNow(1000);
  const heard = useRef(now);
  if (!stale) heard.current = now;
  return heard.current;
}

interface BiddingProps {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  house: House | null;
  myUserId: number | null;
  banner: ReactNode;
  mayBid: boolean;
  isStaff: boolean;
  offline: { attempt: number } | null;
  onAbsentee?: (lot: LotShort) => void;
}

function Bidding({
  sale,
  lot,
  catalog,
  house,
  myUserId,
  banner,
  mayBid,
  isStaff,
  offline,
  onAbsentee,
}: BiddingProps) {
  const [wanted, setWanted] = useState<Chosen | null>(null);
  const { bid, pending, hasPlaced } = useBidding({
    onLot: (update) => sale.dispatch({ type: "lot", lot: update }),
    onReturned: (value) => setWanted({ value, why: "chosen" }),
  });
  useEffect(() => {
    if (pending === null) setWanted(null);
  }, [pending]);
  const now = useServerNow(333);
  // Also by a bet of mine from another device, or by my absentee order: the room has shown me as its leader.
  const hasLed = useRef(false);
  if (myUserId !== null && lot.leadingBet?.userId === myUserId) hasLed.current = true;
  const hasBet =
    hasLed.current ||
    hasPlaced(lot.id) ||
    (sale.detail !== null && (sale.detail.myLastBet !== null || sale.detail.myAbsentee !== null));
  const position = positionOn(lot, { userId: myUserId, hasBet });
  usePositionNews(position, lot);

  if (isStaff) {
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
  if (!mayBid) {
    return (
      <section className={css.bidbar} aria-label="Ставка">
        <div className={css.banner}>{banner}</div>
      </section>
    );
  }
  const options = betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet);
  const maximum = sale.detail?.myAbsentee ?? null;
  // A rival went past the amount that was chosen: what can be bet now is asked about in its place.
  const chosen: Chosen | null =
    wanted && wanted.value < lot.price.minBet ? { value: lot.price.minBet, why: "changed" } : wanted;
  return (
    <BidBar
      chosen={position === "leading" ? null : chosen}
      onChoose={setWanted}
      currency={catalog.currency}
      options={options}
      position={position}
      detail={detailOf(position, lot, myUserId, maximum, catalog.currency)}
      closed={closedReason(lot, sale.state, now)}
      pending={pending}
      offline={offline}
      total={(value) => `с комиссией ${price(withCommission(value, catalog.commission), catalog.currency)}`}
      onBid={(value) => bid(lot, value)}
      onAbsentee={onAbsentee && (() => onAbsentee(lot))}
    />
  );
}

function detailOf(
  position: Position,
  lot: LotShort,
  myUserId: number | null,
  maximum: number | null,
  currency: number,
): string {
  const value = lot.price.value === null ? "" : price(lot.price.value, currency);
  switch (position) {
    case "leading":
      return maximum === null ? `Ваша ставка ${value}` : `Ваш максимум ${price(maximum, currency)}`;
    case "won":
      return `Цена ${value}`;
    case "outbid":
      return lot.leadingBet ? `Лидирует ${bettorName(lot.leadingBet, myUserId)}` : "Ставка отменена";
    case "none":
      return maximum === null
        ? "Ставка принимается одним нажатием"
        : `Ваш максимум ${price(maximum, currency)}`;
  }
}

/** Buttons die when the server's time is up, before the answer that says so. */
function closedReason(lot: LotShort, state: number, now: number): string | null {
  if (lot.isBiddingOver) return "Торги по лоту окончены";
  if (state !== CatalogState.Scheduled && !isRunning(state)) return "Торги завершены";
  if (lot.endTradeTime !== null && now >= Date.parse(lot.endTradeTime)) return "Время вышло";
  return null;
}

/** Leading and being outbid are told to the ear too. */
function usePositionNews(position: Position, lot: LotShort): void {
  const before = useRef({ position, over: lot.isBiddingOver });
  const label = `лот ${lot.catalogLotId}`;
  useEffect(() => {
    const last = before.current;
    before.current = { position, over: lot.isBiddingOver };
    if (lot.isBiddingOver && !last.over) play("hammer");
    if (last.position === position) return;
    if (position === "outbid") {
      announce(`Ваша ставка перебита, ${label}`);
      play("outbid");
    } else if (position === "leading") {
      announce(`Вы лидируете, ${label}`);
      play("leading");
    } else if (position === "won") {
      announce(`Вы выиграли, ${label}`);
    }
  }, [position, lot.isBiddingOver, label]);
}

function Waiting({ sale, catalog, panel }: { sale: LiveSale; catalog: Catalog } & Panelled) {
  return (
    <div className={css.waiting}>
      {panel}
      <div>
        <p className={css.what}>
          {sale.lotsLoading
            ? "Открываем зал…"
            : sale.state === CatalogState.WaitForEnd
              ? "Все лоты пройдены. Аукцион завершается"
              : sale.state === CatalogState.Completed
                ? "Аукцион завершён"
                : sale.state === CatalogState.Canceled
                  ? "Аукцион отменён"
                  : "Лотов для торгов нет"}
        </p>
        {sale.state === CatalogState.Scheduled && catalog.startDate && (
          <p className="muted">Начало {dayMonthTime(catalog.startDate)}</p>
        )}
        {!sale.lotsLoading && (
          <p>
            <Link className="link" to={`${auctionUrl(catalog)}?viewType=catalog`}>
              Смотреть результаты и каталог
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function nextLine(sale: LiveSale): string {
  const number = sale.current?.catalogLotId ?? 0;
  const next = sale.lots.find((lot) => !lot.isBiddingOver && (lot.catalogLotId ?? 0) > number);
  return next ? `Далее: лот ${next.catalogLotId}, ${next.titleRu}` : "Это последний лот";
}

/** Messages that came while the chat was not in sight. */
function useUnread(total: number, open: boolean): number {
  const seen = useRef<number | null>(null);
  if (open || (seen.current === null && total > 0)) seen.current = total;
  return Math.max(0, total - (seen.current ?? total));
}
