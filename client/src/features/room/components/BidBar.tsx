import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { Price } from "@/components/Price/Price";
import { price } from "@/lib/format";
import { catchFocus } from "@/lib/lostFocus";
import { usePacedAnnouncement } from "@/lib/usePacedAnnouncement";
import { useSteady } from "@/trade/bidding/useSteady";
import { wonUrl } from "@/trade/urls";
import type { Chosen } from "../model/useBidding";
import { type RoomPosition, WORDS, type Words } from "../model/words";
import css from "./BidBar.module.css";
import { OtherAmount } from "./OtherAmount";

const loadAmounts = () => import("./AmountsMenu");
const AmountsMenu = lazyDialog(loadAmounts);

interface BidBarProps {
  currency: number;
  /** Amounts offered, the minimum first. */
  options: readonly number[];
  position: RoomPosition;
  /** The viewer's absentee bet, while it stands and does not lead. */
  limit: number | null;
  /** The line below «Вы лидируете», «Ваша ставка перебита», «Ваша ставка победила». */
  detail: string;
  /** How the bidding on the lot ended; null while it goes on. */
  outcome: string | null;
  /** The next lot once bidding on this one has ended; null if unknown. */
  next: string | null;
  /** Why no bet can be made now; null when one can. */
  closed: string | null;
  /** Why no absentee bet can be left now; null when one can, which a pause of the sale does not change. */
  ordersClosed: string | null;
  /** The amount on its way to the server. */
  pending: number | null;
  offline: { attempt: number } | null;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
  /** «с комиссией 385 250 ₽»; null where the commission adds nothing. */
  total: (value: number) => string | null;
  onBid: (value: number) => void;
  /** The bidder's hand comes near the bar. */
  onReach?: () => void;
  /** In place of the list of amounts: the way to bet more than an untrusted bidder may. */
  raise: ReactNode;
  /** Present where the bidder may leave an absentee bet. */
  onAbsentee?: () => void;
  /** Opens the bid dialog, where any amount can be typed. */
  onOwn?: () => void;
}

/**
 * One tap bets the minimum. The next two amounts have buttons beside it, the rest are in a list. An amount from the
 * list, or one that changed right before the tap, only fills the large button and needs a second tap. After the hammer
 * the bar shows the outcome and no amounts.
 */
export function BidBar(props: BidBarProps) {
  const { options, position, closed, offline, outcome, currency, chosen, onChoose } = props;
  const [minimum, second, third, ...rest] = options;
  const dead = offline !== null || closed !== null || props.pending !== null || position === "leading";
  const ordersOnly = closed !== null && props.ordersClosed === null;
  const main = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);
  const { onFocus, onBlur } = useFocusInBar(bar);

  const value = chosen?.value;
  usePacedAnnouncement(value === undefined ? null : `Подтвердите ставку ${price(value, currency)}`);
  useEffect(() => {
    if (value === undefined) return;
    // The list entry that had the focus is gone.
    main.current?.focus({ preventScroll: true });
  }, [value]);

  return (
    <section
      ref={bar}
      tabIndex={-1}
      className={outcome === null ? css.bidbar : `${css.bidbar} ${css.over}`}
      aria-label="Ставка"
      onPointerEnter={props.onReach}
      onPointerDown={props.onReach}
      onFocus={(event) => {
        onFocus(event);
        props.onReach?.();
      }}
      onBlur={onBlur}
    >
      <Standing {...props} />
      {outcome !== null && position === "won" && (
        <Button component={Link} to={wonUrl} className={css.bid}>
          Что дальше
        </Button>
      )}
      {outcome === null && minimum !== undefined && (
        <>
          <Amount
            bar={props}
            value={value ?? minimum}
            dead={dead}
            caption={mainCaption(props, value ?? minimum)}
            main={main}
          />
          {second !== undefined && <Amount bar={props} value={second} dead={dead} caption="через шаг" />}
          {third !== undefined && <Amount bar={props} value={third} dead={dead} caption="через два" />}
          {chosen ? (
            <Button className={css.bid} disabled={props.pending !== null} onClick={() => onChoose(null)}>
              Не надо
            </Button>
          ) : (position === "leading" || ordersOnly) && props.onAbsentee ? (
            <Button
              className={css.bid}
              disabled={offline !== null || props.ordersClosed !== null}
              onClick={() => props.onAbsentee?.()}
            >
              Заочная ставка
            </Button>
          ) : (
            (props.raise ?? (
              <OtherAmounts
                bar={props}
                amounts={rest}
                disabled={dead || (rest.length === 0 && !props.onAbsentee && !props.onOwn)}
                main={main}
              />
            ))
          )}
        </>
      )}
    </section>
  );
}

/**
 * Moves the keyboard focus to the bar when its focused button is disabled or removed. Focus does not return to the button
 * on its own, because one key press there is a bet. Attach the returned handlers to the bar.
 */
function useFocusInBar(bar: RefObject<HTMLElement | null>) {
  const isWithin = useRef(false);
  // Runs before the next frame, in which the browser drops the focus.
  useLayoutEffect(() => {
    if (isWithin.current) catchFocus(bar.current);
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      isWithin.current = target.matches(":focus-visible");
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}

interface OtherAmountsProps {
  bar: BidBarProps;
  amounts: readonly number[];
  disabled: boolean;
  main: RefObject<HTMLButtonElement | null>;
}

/** The list of the other amounts. It is loaded when the pointer comes near its button. */
function OtherAmounts({ bar, amounts, disabled, main }: OtherAmountsProps) {
  const [opened, setOpened] = useState(false);
  const button = (
    <Button
      className={css.bid}
      disabled={disabled}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadAmounts()}
      onFocus={() => void loadAmounts()}
      onClick={() => setOpened(true)}
    >
      <OtherAmount />
    </Button>
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <AmountsMenu bar={bar} amounts={amounts} disabled={disabled} main={main} />
    </Suspense>
  );
}

interface AmountProps {
  bar: BidBarProps;
  value: number;
  dead: boolean;
  caption: string;
  /** Given to the large button. */
  main?: Ref<HTMLButtonElement>;
}

function Amount({ bar, value, dead, caption, main }: AmountProps) {
  const { chosen, onChoose } = bar;
  const sent = bar.pending === value;
  const confirming = main !== undefined && chosen !== null;
  const { settling, isSteady, onPointerDown } = useSteady(`${confirming}:${value}`);
  // The last amount that was animated. Changes before it settles replace it without animation, to stay readable.
  const [moved, setMoved] = useState(value);
  if (moved !== value && !settling) setMoved(value);
  const press = () => {
    const steady = isSteady();
    if (sent) return;
    if (steady && (confirming || chosen === null)) bar.onBid(value);
    // A hasty second tap confirms nothing.
    else if (!confirming) onChoose({ value, why: steady ? "chosen" : "changed" });
  };
  return (
    <Button
      ref={main}
      variant={main ? "bid" : "default"}
      className={main ? `${css.bid} ${css.bidMain}` : css.bid}
      // The button of a bet on its way stays enabled and shows the pending line.
      disabled={dead && !sent}
      data-pending={sent || undefined}
      data-settling={settling || undefined}
      style={{ "--figures": price(value, bar.currency).length } as CSSProperties}
      onPointerDown={onPointerDown}
      // A held key must not confirm what it has chosen.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={press}
    >
      <span className={css.bidIn}>
        {/* The key animates a new amount in. */}
        <Price key={moved} value={value} currency={bar.currency} className={css.bidPrice} />
        <small className={main ? undefined : "only-wide"}>{sent ? "ОТПРАВЛЯЕТСЯ" : caption}</small>
      </span>
    </Button>
  );
}

function Standing(props: BidBarProps) {
  const { offline, position, outcome, next } = props;
  if (offline) {
    return (
      <div className={css.you} data-state="off" role="status">
        <Icon name="netoff" size="l" />
        <span>
          Связь потеряна
          <small className="num">
            Ставки недоступны{offline.attempt > 0 ? `. Попытка ${offline.attempt}` : ""}
          </small>
        </span>
      </div>
    );
  }
  const words = wordsOf(props);
  const line = lineOf(props);
  return (
    <div className={css.you} data-state={outcome && position !== "won" ? "none" : position} role="status">
      <Icon name={words.icon} size="l" />
      <span>
        {words.title}
        {line !== null && <small className="num">{line}</small>}
        {outcome !== null && next !== null && <small className={`${css.after} num`}>{next}</small>}
      </span>
    </div>
  );
}

function wordsOf({
  position,
  limit,
  outcome,
  currency,
}: Pick<BidBarProps, "position" | "limit" | "outcome" | "currency">): Words {
  if (outcome !== null) return { title: outcome, icon: position === "won" ? "check" : "gavel" };
  if (limit !== null) return { title: `Ваш лимит ${price(limit, currency)}`, icon: "limit" };
  return WORDS[position];
}

/** The second line. After the hammer only a win has one: the amount due. */
function lineOf({ position, outcome, detail, closed, chosen }: BidBarProps): string | null {
  if (outcome !== null) return position === "won" ? detail : null;
  return closed ?? (chosen ? ASKED[chosen.why] : detail);
}

const ASKED: Record<Chosen["why"], string> = {
  chosen: "Сумма выбрана, подтвердите ставку",
  changed: "Сумма только что изменилась, подтвердите её",
};

function mainCaption({ offline, closed, position, chosen, total }: BidBarProps, value: number): string {
  if (offline) return "Ставки недоступны";
  if (closed !== null) return closed;
  if (position === "leading") return "Ваша ставка старшая, ждём соперника";
  return [chosen ? "ПОДТВЕРДИТЬ СТАВКУ" : "СДЕЛАТЬ СТАВКУ", total(value)].filter(Boolean).join(" · ");
}
