import { useRef, useState } from "react";
import type { Catalog, House, PaddleHolder } from "@/lib/api/types";
import { price } from "@/lib/format";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { useSendBet } from "@/trade/bidding/useSendBet";
import { useSteady } from "@/trade/bidding/useSteady";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { betOptions, ladderOf } from "@/trade/rules/ladder";
import { isHammered } from "@/trade/rules/together";
import { isRunning } from "@/trade/rules/trading";
import { paddleOf } from "./paddles";
import type { Conduct } from "./useConduct";
import { JUST_MOVED } from "./words";

interface HallParts {
  sale: LiveSale;
  catalog: Catalog;
  house: House | null;
  conduct: Conduct;
  /** Those who are registered with a paddle. */
  holders: readonly PaddleHolder[];
}

/** Bets from the hall: the paddle's number, and one key for the amount. */
export function useHall({ sale, catalog, house, conduct, holders }: HallParts) {
  const { setOutcome, refuse, isQuiet, enterElsewhere } = conduct;
  const [paddle, setPaddle] = useState("");
  /** The digits of an amount. */
  const [own, setOwn] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const ownField = useRef<HTMLInputElement>(null);
  const sendBet = useSendBet();
  const lot = sale.current;
  const pending = usePendingBet(lot?.id ?? 0);
  /** The minimum and the two amounts after it. */
  const amounts = lot ? betOptions(ladderOf(catalog, house?.stepsTable), lot.price.minBet).slice(0, 3) : [];
  const off = offReason(sale);

  // A paddle or an amount that was typed for one lot is never bet on another.
  const block = `${lot?.id}:${lot !== null && isHammered(lot)}`;
  const [typedFor, setTypedFor] = useState(block);
  if (typedFor !== block) {
    setTypedFor(block);
    setPaddle("");
    setOwn("");
  }

  // One pause for all three amounts: they move together with the minimum.
  const { settling, isSteady, onPointerDown } = useSteady(amounts[0]);

  const leaders = sale.lots.map((one) => one.leadingBet).filter((bet) => bet !== null);
  const named = paddleOf(paddle, holders, [...leaders, ...sale.bets]);
  const typed = named.number;
  const leader = lot?.leadingBet ?? null;
  const leads = leader !== null && leader.participant === null && leader.paddle === typed;
  /** Why Enter must not sell: the paddle typed is not the one that leads. */
  const unbid =
    paddle === "" || leads
      ? null
      : pending !== null
        ? "Прежняя ставка ещё не принята"
        : typed === ""
          ? "Номер участника не набран: Esc — очистить"
          : `Номер ${typed} в зале не лидирует: Пробел — ставка, Esc — очистить`;

  /** A digit typed next is a paddle's again. */
  const leaveOwn = () => ownField.current?.blur();

  const send = async (value: number, isOwn = false) => {
    if (off !== null) return refuse(`Ставка зала: ${off.charAt(0).toLowerCase()}${off.slice(1)}`);
    if (pending !== null) return refuse("Прежняя ставка ещё не принята");
    if (lot === null || lot.catalogId === null) return;
    if (named.fault === "blank") return refuse("В номере участника нет ни цифр, ни букв. Esc — очистить");
    if (named.fault === "mixed") {
      return refuse(`Участника «${typed}» в зале нет. Наберите один номер, без знаков`);
    }
    if (isQuiet()) return refuse(`${JUST_MOVED}, нажмите ещё раз`);
    // The next paddle may be typed before the answer comes.
    const sent = { paddle, own };
    const result = await sendBet({ lot: { ...lot, catalogId: lot.catalogId }, value, paddle: named.number });
    if (result.kind === "accepted") {
      const nth = result.betsCount === null ? "" : `, № ${result.betsCount}`;
      setOutcome({ text: `Ставка зала ${price(value, catalog.currency)} принята${nth}`, bad: false });
      setPaddle((now) => typedAfter(now, sent.paddle));
      setOwn((now) => typedAfter(now, sent.own));
      if (isOwn && digitsOf(ownField.current?.value ?? "") === sent.own) {
        leaveOwn();
        enterElsewhere.hold();
      }
    } else {
      const text = result.kind === "signedOut" ? "Сеанс завершён: войдите снова" : result.text;
      setOutcome({ text, bad: result.kind !== "overbet" });
    }
  };
  const clear = () => {
    setPaddle("");
    setOwn("");
    leaveOwn();
    setOutcome((outcome) => (outcome?.bad ? null : outcome));
  };

  const bid = (index: number) => {
    const value = amounts[index];
    if (value !== undefined && off === null && !isSteady()) {
      return refuse(`Сумма изменилась: ${price(value, catalog.currency)}. Нажмите ещё раз`);
    }
    void send(value ?? 0);
  };

  /** An amount named in the hall, typed as it is. */
  const bidOwn = () => {
    const value = Number(own);
    const minimum = lot?.price.minBet ?? 0;
    if (value === 0) return refuse("Введите сумму ставки зала");
    if (value % 10 !== 0) return refuse("Ставка должна быть кратна 10");
    if (value < minimum) return refuse(`Минимальная ставка ${price(minimum, catalog.currency)}`);
    void send(value, true);
  };
  return {
    paddle,
    setPaddle,
    /** Who bets under what was typed. */
    named,
    own,
    setOwn: (text: string) => setOwn(digitsOf(text)),
    field,
    ownField,
    amounts,
    /** The amount that would be bet next: the one typed, else the minimum. */
    next: Number(own) || (amounts[0] ?? 0),
    off,
    unbid,
    pending,
    quiet: conduct.quiet,
    settling,
    onPointerDown,
    bid,
    bidOwn,
    clear,
  };
}

export type Hall = ReturnType<typeof useHall>;

/** The longest amount. */
const AMOUNT_DIGITS = 13;

const digitsOf = (text: string) => text.replace(/\D/g, "").slice(0, AMOUNT_DIGITS);

/** What a field holds beyond what was sent from it. */
const typedAfter = (now: string, sent: string) => (now.startsWith(sent) ? now.slice(sent.length) : now);

function offReason({ connection, state, current, pause }: LiveSale): string | null {
  if (connection.state === "offline") return "Нет связи с сервером";
  if (!isRunning(state)) return "Торги не идут";
  if (current === null) return "Нет текущего лота";
  if (pause) return "Торги на паузе";
  return isHammered(current) ? "Торги по лоту окончены" : null;
}
