import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Chat } from "@/components/Chat/Chat";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { LotPicture } from "@/components/Picture/LotPicture";
import { Price } from "@/components/Price/Price";
import { ApiError, faultText } from "@/lib/api/errors";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { BetCode, CatalogState, LotState } from "@/lib/enums";
import { count, moscowSeconds, moscowTime, price, shortClock, thousands } from "@/lib/format";
import { auctionUrl } from "@/lib/urls";
import { usePlaceBet } from "@/trade/api/bets";
import { betAnswered, betKey } from "@/trade/bidding/betKeys";
import { failureOf, outcomeOf } from "@/trade/bidding/betOutcome";
import { useHold, useSteady } from "@/trade/bidding/useSteady";
import { ReserveBadge } from "@/trade/components/Badges/badges";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { chatConnection } from "@/trade/live/chatConnection";
import { type LiveSale, useLiveSale } from "@/trade/live/useLiveSale";
import { betOptions, ladderOf, stepAt } from "@/trade/rules/ladder";
import { bettorInFeed, bettorName, sourceOf } from "@/trade/rules/position";
import { isRunning, isSold } from "@/trade/rules/trading";
import { absenteeCountsOptions, useAct } from "../api/auctioneer";
import { type Control, controlsOf, type Desk, reserveOf } from "../model/controls";
import css from "./console.module.css";
import { Kbd } from "./Kbd";

const ORDERS = ["заочная", "заочные", "заочных"] as const;
const MEMBERS = ["участник", "участника", "участников"] as const;

interface Outcome {
  text: string;
  bad: boolean;
}

/** An act that waits for its «yes», with the lot and the bet it was asked about. */
interface Asked {
  control: Control;
  lotId: number | null;
  lot: string | null;
  bet: string | null;
  subject: string;
}

/** For so long after the hammer no key acts on the lot that has just opened: it was meant for the one before. */
const AFTER_HAMMER_MS = 800;
const JUST_MOVED = "Лот только что сменился";
const HAMMERS: readonly Control["act"][] = ["next", "sell", "skip"];

interface ConsoleProps {
  catalog: Catalog;
  house: House | null;
}

/** The auctioneer's desk: one screen, all of it by keyboard. */
export function ConsolePage({ catalog, house }: ConsoleProps) {
  const { user, isAdmin } = useSession();
  const sale = useLiveSale(catalog, user?.id ?? null);
  const { data: absentee } = useQuery(absenteeCountsOptions(catalog.id));
  const now = useServerNow(500);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [help, setHelp] = useState(false);
  const act = useAct();

  const desk = deskOf(sale, catalog, isAdmin);
  const offline = sale.connection.state === "offline";
  const controls = controlsOf(desk, now).map((control) =>
    offline ? { ...control, off: "Нет связи с сервером" } : control,
  );

  const subject = subjectOf(sale.current, catalog.currency);
  // What was asked about has changed: a «yes» would now mean something else.
  const gone = asked !== null && asked.subject !== subject.subject;
  useEffect(() => {
    if (!gone) return;
    setAsked(null);
    setOutcome({ text: "Лот или ставка изменились, действие не выполнено", bad: true });
  }, [gone]);

  const { held: quiet, isHeld: isQuiet, hold: hush } = useHold(AFTER_HAMMER_MS);
  // The room moves to the next lot when the answer comes or before it, by its own timer or another's hand.
  const currentId = sale.current?.id;
  const lastId = useRef(currentId);
  useLayoutEffect(() => {
    if (lastId.current !== undefined && lastId.current !== currentId) hush();
    lastId.current = currentId;
  }, [currentId, hush]);

  const carryOut = async (control: Control, lotId: number | null) => {
    setAsked(null);
    try {
      const answer = await act.mutateAsync({
        act: control.act,
        catalogId: catalog.id,
        lotId,
        asAdmin: isAdmin && !catalog.isAuctioneer,
      });
      sale.dispatch({ type: "catalog", catalog: answer.catalog });
      if (answer.lot) sale.dispatch({ type: "lot", lot: answer.lot });
      const done = answer.code === 0;
      if (done && HAMMERS.includes(control.act)) hush();
      setOutcome({ text: done ? DONE[control.act] : answer.message || "Неизвестная ошибка", bad: !done });
    } catch (error) {
      setOutcome({ text: faultText(error) ?? "Неизвестная ошибка", bad: true });
    }
  };
  const press = (control: Control) => {
    if (control.off !== null || act.isPending || isQuiet()) return;
    const lotId = sale.current?.id ?? null;
    if (control.question) setAsked({ control, lotId, ...subject });
    else void carryOut(control, lotId);
  };

  const isUnderWay = (control: Control) => act.isPending && act.variables?.act === control.act;
  const isHeldBack = (control: Control) => quiet || (act.isPending && !isUnderWay(control));

  const hall = useHall({ sale, catalog, house, offline, setOutcome, quiet, isQuiet });
  useKeys({ controls, press, hall, onHelp: () => setHelp(true), blocked: asked !== null || help });

  const currentIndex = sale.lots.findIndex(({ id }) => id === sale.current?.id) + 1;
  return (
    <div className={css.console} data-room>
      <header className={css.head}>
        <IconButton icon="left" label="Выйти из пульта" to={`${auctionUrl(catalog)}?viewType=catalog`} />
        <h1>Пульт</h1>
        <span className={css.sale}>{catalog.title}</span>
        <SaleState sale={sale} catalog={catalog} />
        <span className={css.outcome} role="status" data-bad={outcome?.bad || undefined}>
          {outcome && (
            <>
              <Icon name={outcome.bad ? "warn" : "check"} />
              {outcome.text}
            </>
          )}
        </span>
        <ConnectionBadge status={sale.connection} />
        <time className="num">{moscowSeconds(now)} (МСК)</time>
        <Button size="sm" onClick={() => setHelp(true)}>
          <span className="row">
            Клавиши <Kbd>?</Kbd>
          </span>
        </Button>
      </header>

      <section className={css.pane} aria-label="Очередь лотов">
        <h2 className={css.paneHead}>
          Очередь
          <span className="num">
            {currentIndex > 0
              ? `${currentIndex} из ${thousands(sale.lots.length)}`
              : thousands(sale.lots.length)}
          </span>
        </h2>
        <Queue sale={sale} counts={new Map(absentee?.map(({ lotId, count: n }) => [lotId, n]))} />
      </section>

      <section className={`${css.pane} ${css.desk}`} aria-label="Текущий лот">
        {sale.current ? (
          <CurrentLot sale={sale} lot={sale.current} catalog={catalog} house={house} />
        ) : (
          <p className={css.empty}>
            {sale.state === CatalogState.WaitForEnd
              ? "Все лоты пройдены. Завершите аукцион или верните предыдущий лот."
              : sale.state === CatalogState.Scheduled
                ? "Торги ещё не начаты."
                : "Торги завершены."}
          </p>
        )}
        <FeedOfLot sale={sale} currency={catalog.currency} />
        <HallBets hall={hall} currency={catalog.currency} />
        <div className={css.keys}>
          {controls.map((control) => (
            <Button
              key={control.act}
              className={css.key}
              variant={control.act === "sell" ? "bid" : control.act === "revoke" ? "danger" : "default"}
              // Kept focusable, so that the reason why it is off can be read.
              aria-disabled={control.off !== null || isHeldBack(control) || undefined}
              data-settling={isHeldBack(control) || undefined}
              data-pending={isUnderWay(control) || undefined}
              title={control.off ?? (quiet ? JUST_MOVED : undefined)}
              aria-keyshortcuts={control.code}
              onClick={() => press(control)}
            >
              {control.label}
              <Kbd>{control.key}</Kbd>
            </Button>
          ))}
        </div>
      </section>

      <section className={css.pane} aria-label="Участники и чат">
        {isAdmin && sale.current && (
          <Maxima lotId={sale.current.id} rows={absentee ?? []} currency={catalog.currency} />
        )}
        <h2 className={css.paneHead}>
          Участники в сети
          <span className="num">{sale.room.members === null ? "" : count(sale.room.members, MEMBERS)}</span>
        </h2>
        <div className={css.block}>
          <Bettors sale={sale} currency={catalog.currency} />
        </div>
        <div className={css.chat}>
          <Chat
            messages={sale.chat.messages}
            caption={offline ? "нет связи" : ""}
            writable={offline ? { allowed: false, why: "Нет связи" } : { allowed: true }}
            onSend={(text) => chatConnection.send(catalog.id, text)}
          />
        </div>
      </section>

      {asked && (
        <ConfirmDialog
          opened
          title={asked.control.label}
          confirm={asked.control.label}
          onConfirm={() => void carryOut(asked.control, asked.lotId)}
          onClose={() => setAsked(null)}
        >
          <p>{asked.control.question}</p>
          {ABOUT_LOT.includes(asked.control.act) && asked.lot && <p className="muted">{asked.lot}</p>}
          {ABOUT_BET.includes(asked.control.act) && asked.bet && <p className="muted num">{asked.bet}</p>}
        </ConfirmDialog>
      )}
      <Dialog opened={help} onClose={() => setHelp(false)} title="Клавиши">
        <dl className={css.help}>
          {controls.map((control) => (
            <div key={control.act}>
              <dt>
                <Kbd>{control.key}</Kbd>
              </dt>
              <dd>{control.label}</dd>
            </div>
          ))}
          {HALL_KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  );
}

/** Questions name what they are about. «Вернуть предыдущий» may mean another lot than the one on the desk. */
const ABOUT_LOT: readonly Control["act"][] = ["next", "sell", "skip", "revoke"];
const ABOUT_BET: readonly Control["act"][] = ["next", "sell", "revoke"];

function subjectOf(lot: LotShort | null, currency: number): Pick<Asked, "lot" | "bet" | "subject"> {
  if (lot === null) return { lot: null, bet: null, subject: "" };
  const author = lot.author.map(({ name }) => name).join(", ");
  const bet = lot.leadingBet;
  return {
    lot: [`Лот ${lot.catalogLotId}`, author, lot.titleRu].filter(Boolean).join(". "),
    bet: bet ? `Ставка ${price(bet.value, currency)}, ${bettorName(bet, null)}` : "Ставок нет",
    subject: `${lot.id}:${bet?.id ?? ""}:${bet?.value ?? ""}:${lot.isBiddingOver}`,
  };
}

const DONE: Record<Control["act"], string> = {
  start: "Аукцион успешно запущен",
  next: "Следующий лот",
  sell: "Лот продан",
  skip: "Лот снят с торгов",
  previous: "Лот возвращён в торги",
  revoke: "Ставка отменена",
  finish: "Аукцион завершён",
};

const HALL_KEYS = [
  ["0–9", "Номер участника в зале"],
  ["Пробел", "Ставка зала: минимальная"],
  ["↑", "Ставка зала: через шаг"],
  ["PgUp", "Ставка зала: через два шага"],
  ["?", "Эта подсказка"],
] as const;

function deskOf(sale: LiveSale, catalog: Catalog, isAdmin: boolean): Desk {
  const lot = isRunning(sale.state) ? sale.current : null;
  const number = lot?.catalogLotId ?? Number.POSITIVE_INFINITY;
  return {
    catalogState: sale.state,
    isAutoStart: catalog.isAutoStart,
    startDate: catalog.startDate === null ? null : Date.parse(catalog.startDate),
    current: lot && {
      state: lot.state,
      isBiddingOver: lot.isBiddingOver,
      leading: lot.price.value,
      reserve: reserveOf(lot.price.reservePriceState),
      end: lot.endTradeTime === null ? null : Date.parse(lot.endTradeTime),
    },
    waiting: sale.lots.filter((other) => !other.isBiddingOver && other.id !== lot?.id).length,
    hasPrevious: sale.lots.some(
      (other) => (other.catalogLotId ?? 0) < number && other.state !== LotState.Paid,
    ),
    isAuctioneer: catalog.isAuctioneer,
    isAdmin,
  };
}

function SaleState({ sale, catalog }: { sale: LiveSale; catalog: Catalog }) {
  const live = isRunning(sale.state);
  const words = live
    ? catalog.startDate
      ? `Идёт с ${moscowTime(catalog.startDate)}`
      : "Идёт"
    : sale.state === CatalogState.Scheduled
      ? catalog.startDate
        ? `Начало в ${moscowTime(catalog.startDate)}`
        : "Не начат"
      : "Завершён";
  return (
    <span className={css.state} data-live={live || undefined}>
      {words}
    </span>
  );
}

function Queue({ sale, counts }: { sale: LiveSale; counts: ReadonlyMap<number, number> }) {
  const list = useRef<HTMLOListElement>(null);
  const currentId = sale.current?.id;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-lot="${currentId}"]`);
    if (row && list.current)
      list.current.scrollTop = row.offsetTop - list.current.offsetTop - 2 * row.offsetHeight;
  }, [currentId]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <ol className={css.queue} ref={list} tabIndex={0}>
      {sale.lots.map((lot) => {
        const orders = counts.get(lot.id) ?? 0;
        return (
          <li
            key={lot.id}
            data-lot={lot.id}
            data-done={lot.isBiddingOver || undefined}
            aria-current={lot.id === currentId ? "true" : undefined}
          >
            <span className="num">{lot.catalogLotId}</span>
            <span className={css.queuePic}>
              <LotPicture picture={lot.img} alt="" size="icon" />
            </span>
            <span className={css.queueText}>
              <b>{lot.titleRu}</b>
              <small>{lot.author.map(({ name }) => name).join(", ")}</small>
            </span>
            <span className={`${css.queuePrice} num`}>
              {lot.state === LotState.NotSold ? "—" : thousands(lot.price.value ?? lot.price.start)}
              <small>
                {lot.isBiddingOver
                  ? resultOf(lot)
                  : lot.id === currentId
                    ? "В торгах"
                    : orders > 0
                      ? count(orders, ORDERS)
                      : ""}
              </small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function resultOf(lot: LotShort): string {
  if (lot.state === LotState.Paid) return "Оплачен";
  return isSold(lot) ? "Продан" : "Не продан";
}

function CurrentLot({
  sale,
  lot,
  catalog,
  house,
}: {
  sale: LiveSale;
  lot: LotShort;
  catalog: Catalog;
  house: House | null;
}) {
  const ladder = ladderOf(catalog, house?.stepsTable);
  const step = ladder.percent
    ? "10 %"
    : price(stepAt(ladder.table, lot.price.value ?? lot.price.start), catalog.currency);
  const money = (value: number) => price(value, catalog.currency);
  const title = [lot.author.map(({ name }) => name).join(", "), lot.titleRu].filter(Boolean).join(". ");
  return (
    <div className={css.lot}>
      <div className={css.pic}>
        <LotPicture picture={lot.img} alt={title} eager />
      </div>
      <div>
        <div className={css.lotHead}>
          <span className="num">Лот {lot.catalogLotId}</span>
          <ReserveBadge state={lot.price.reservePriceState} />
        </div>
        <h2 className={css.lotTitle} title={title}>
          {title}
        </h2>
        <dl className={`${css.facts} num`}>
          <Fact term="Старт" value={money(lot.price.start)} />
          {lot.price.reserve !== null && <Fact term="Резерв" value={money(lot.price.reserve)} />}
          <Fact term="Шаг" value={step} />
          <Fact term="Минимум" value={money(lot.price.minBet)} />
        </dl>
        <div className={css.price}>
          <div>
            <p className={css.k}>
              {lot.price.value === null
                ? "Стартовая цена"
                : lot.isBiddingOver
                  ? "Цена продажи"
                  : "Текущая ставка"}
            </p>
            <p className={`${css.priceValue} num`}>{money(lot.price.value ?? lot.price.start)}</p>
          </div>
          <div className={css.leader}>
            <p className={css.k}>{lot.leadingBet ? "Лидирует" : "Ставок нет"}</p>
            <b>{lot.leadingBet ? bettorName(lot.leadingBet, null) : "—"}</b>
            <DeskTimer lot={lot} live={isRunning(sale.state)} />
          </div>
        </div>
      </div>
    </div>
  );
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
);

function DeskTimer({ lot, live }: { lot: LotShort; live: boolean }) {
  const now = useServerNow(333);
  if (!live) return null;
  if (lot.isBiddingOver) return <span className={css.k}>{resultOf(lot)}</span>;
  if (lot.endTradeTime === null) return <span className={css.k}>Решает молоток</span>;
  const left = Date.parse(lot.endTradeTime) - now;
  return (
    <span className={css.k} role="timer">
      <span className="num">{shortClock(left)}</span> автостарт
    </span>
  );
}

function FeedOfLot({ sale, currency }: { sale: LiveSale; currency: number }) {
  const total = sale.current?.betsCount ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.bets} tabIndex={0} aria-label="Ставки по лоту">
      <ol>
        {sale.bets.map((bet, index) => (
          <li key={bet.id}>
            <span className={`${css.src} num`}>№ {total - index}</span>
            <span>
              {bettorInFeed(bet, null)} <span className={css.src}>{sourceOf(bet)}</span>
            </span>
            <Price value={bet.value} currency={currency} />
            <time dateTime={bet.created}>{moscowSeconds(bet.created)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Hall {
  paddle: string;
  setPaddle: (paddle: string) => void;
  field: React.RefObject<HTMLInputElement | null>;
  /** The minimum and the two amounts after it. */
  amounts: readonly number[];
  off: string | null;
  pending: number | null;
  /** Right after the hammer. */
  quiet: boolean;
  /** The amounts have only just moved. */
  settling: boolean;
  onPointerDown: (event: React.PointerEvent) => void;
  bid: (index: number) => void;
}

interface HallParts extends ConsoleProps {
  sale: LiveSale;
  offline: boolean;
  setOutcome: (outcome: Outcome) => void;
  /** Right after the hammer, when a key still means the lot before: to be shown, and to be asked at the act. */
  quiet: boolean;
  isQuiet: () => boolean;
}

/** Bets of the hall: the paddle's number, and one key for the amount. */
function useHall({ sale, catalog, house, offline, setOutcome, quiet, isQuiet }: HallParts): Hall {
  const [paddle, setPaddle] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState<number | null>(null);
  const place = usePlaceBet();
  const lot = sale.current;
  const amounts = lot ? betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet).slice(0, 3) : [];
  const off = offline
    ? "Нет связи с сервером"
    : lot === null
      ? "Нет текущего лота"
      : lot.isBiddingOver
        ? "Торги по лоту окончены"
        : null;

  // One time for all three: whatever moves one of them moves the minimum.
  const { settling, isSteady, onPointerDown } = useSteady(amounts[0]);

  const bid = async (index: number) => {
    const value = amounts[index];
    if (off !== null || pending !== null || value === undefined || lot === null || lot.catalogId === null)
      return;
    if (isQuiet()) return;
    if (!isSteady()) {
      setOutcome({
        text: `Сумма изменилась: ${price(value, catalog.currency)}. Нажмите ещё раз`,
        bad: true,
      });
      return;
    }
    const number = paddle.trim();
    setPending(value);
    try {
      const answer = await place.mutateAsync({
        bet: { catalogId: lot.catalogId, lotId: lot.id, betValue: value, FromUserId: number },
        key: betKey(lot.id, value, number),
      });
      betAnswered(lot.id, value, number);
      if (answer.lot) sale.dispatch({ type: "lot", lot: answer.lot });
      const { tone, text } = outcomeOf(answer);
      const nth = answer.lot ? `, № ${answer.lot.betsCount}` : "";
      setOutcome(
        answer.code === BetCode.Success
          ? { text: `Ставка зала ${price(value, catalog.currency)} принята${nth}`, bad: false }
          : { text, bad: tone === "bad" },
      );
      // The next paddle is typed right away.
      if (answer.code === BetCode.Success) setPaddle("");
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) betAnswered(lot.id, value, number);
      setOutcome({ text: failureOf(error)?.text ?? faultText(error) ?? "Неизвестная ошибка", bad: true });
    } finally {
      setPending(null);
    }
  };
  return {
    paddle,
    setPaddle,
    field,
    amounts,
    off,
    pending,
    quiet,
    settling,
    onPointerDown,
    bid: (index) => void bid(index),
  };
}

function HallBets({ hall, currency }: { hall: Hall; currency: number }) {
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <form className={css.hall} onSubmit={submit}>
      <div className={css.hallTitle}>
        <b>Ставка зала</b>
        <span className="caption">цифры сразу сюда</span>
      </div>
      <TextInput
        ref={hall.field}
        label="Участник"
        value={hall.paddle}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        onChange={(event) => hall.setPaddle(event.currentTarget.value)}
      />
      {hall.amounts.map((value, index) => (
        <Button
          key={AMOUNT_KEYS[index]}
          variant={index === 0 ? "outline" : "default"}
          className={css.hallBid}
          disabled={hall.off !== null}
          aria-disabled={hall.quiet || undefined}
          data-settling={hall.quiet || hall.settling || undefined}
          data-pending={hall.pending === value || undefined}
          title={hall.off ?? (hall.quiet ? JUST_MOVED : undefined)}
          aria-label={`Ставка зала ${price(value, currency)}`}
          aria-keyshortcuts={AMOUNT_SHORTCUTS[index]}
          onPointerDown={hall.onPointerDown}
          onClick={() => hall.bid(index)}
        >
          <span className="row num">
            {index === 0 ? price(value, currency) : thousands(value)}
            <Kbd>{AMOUNT_KEYS[index] ?? ""}</Kbd>
          </span>
        </Button>
      ))}
    </form>
  );
}

const AMOUNT_KEYS = ["Пробел", "↑", "PgUp"];
const AMOUNT_SHORTCUTS = ["Space", "ArrowUp", "PageUp"];
const AMOUNT_CODES: Record<string, number> = { " ": 0, ArrowUp: 1, PageUp: 2 };

interface Keys {
  controls: readonly Control[];
  press: (control: Control) => void;
  hall: Hall;
  onHelp: () => void;
  /** A dialog is open: it has the keyboard. */
  blocked: boolean;
}

/** The whole desk by keyboard, from wherever the focus is but a text that is being written. */
function useKeys({ controls, press, hall, onHelp, blocked }: Keys): void {
  useEffect(() => {
    if (blocked) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const inPaddle = target === hall.field.current;
      if (!inPaddle && target?.closest("input, textarea, [role=menu]")) return;
      // A paddle being corrected keeps its Backspace and arrows.
      if (
        inPaddle &&
        hall.paddle !== "" &&
        ["Backspace", "Delete", "ArrowLeft", "ArrowRight"].includes(event.key)
      )
        return;
      const onButton = target?.closest("button, a");
      if (onButton && (event.key === "Enter" || event.key === " ")) return;

      const amount = AMOUNT_CODES[event.key];
      const control = controls.find(({ code }) => code === event.key);
      if (amount !== undefined) hall.bid(amount);
      else if (control) press(control);
      else if (event.key === "?") onHelp();
      else if (/^\d$/.test(event.key) && !inPaddle) {
        hall.field.current?.focus();
        hall.setPaddle(hall.paddle + event.key);
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

interface MaximaProps {
  lotId: number;
  rows: readonly { lotId: number; count: number; max?: number | null }[];
  currency: number;
}

/** For admins: the highest secret maximum on the current lot. */
function Maxima({ lotId, rows, currency }: MaximaProps) {
  const row = rows.find((one) => one.lotId === lotId);
  return (
    <>
      <h2 className={css.paneHead}>
        Заочный максимум<span>админ</span>
      </h2>
      <div className={`${css.block} ${css.max}`}>
        {row ? (
          <>
            <span>{count(row.count, ORDERS)}</span>
            {row.max != null && <Price value={row.max} currency={currency} />}
          </>
        ) : (
          <span className="muted">Нет</span>
        )}
      </div>
    </>
  );
}

/** Who bids on the current lot over the net, each with his highest bet. */
function Bettors({ sale, currency }: { sale: LiveSale; currency: number }) {
  const highest = new Map<number, { name: string; value: number }>();
  for (const bet of sale.bets) {
    if (bet.userId !== null && !highest.has(bet.userId)) {
      highest.set(bet.userId, { name: bettorName(bet, null), value: bet.value });
    }
  }
  if (highest.size === 0) return <p className="muted">На этом лоте ставок из сети нет</p>;
  return (
    <ul className={css.max}>
      {[...highest].slice(0, 4).map(([id, { name, value }]) => (
        <li key={id} className={css.bettor}>
          {name}
          <Price value={value} currency={currency} className="muted" />
        </li>
      ))}
    </ul>
  );
}
