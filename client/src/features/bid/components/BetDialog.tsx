import { Button, Skeleton } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { tell, tellError, tellSuccess } from "@/components/Toast/toasts";
import { useConfig } from "@/lib/api/queries/config";
import type { Lot, LotShort } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { Currency } from "@/lib/enums";
import { count, percent, price, withCommission } from "@/lib/format";
import { useRegistration } from "@/trade/api/registration";
import { useLotActions } from "@/trade/bidding/LotActions";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { useSteady } from "@/trade/bidding/useSteady";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { useLiveLot } from "@/trade/live/useLiveLot";
import { lotAction } from "@/trade/rules/trading";
import { amountError, isSuspicious, nearestOptions } from "../model/amount";
import type { useBetSender } from "../model/useBetSender";
import { useNotesGate } from "../model/useNotesGate";
import { AmountField } from "./AmountField";
import { BidSum } from "./BidSum";
import css from "./bid.module.css";
import { LotHead } from "./LotHead";
import { NotesGate } from "./NotesGate";

interface BetDialogProps {
  /** The lot as its page or card knew it; the dialog follows it live. */
  lot: LotShort;
  value?: number;
  opened: boolean;
  onClose: () => void;
  send: ReturnType<typeof useBetSender>;
}

const titleOf = (lot: LotShort) => [authorOf(lot), lot.titleRu || "Без названия"].filter(Boolean).join(". ");

/** A bet: the amount, what it costs with the commission, and its confirmation. */
export default function BetDialog({ lot: given, value, opened, onClose, send }: BetDialogProps) {
  const { lot } = useLiveLot(given.id, { enabled: opened });
  const gate = useNotesGate(lot);
  const [suspicious, setSuspicious] = useState(false);
  const title = suspicious ? "Проверьте сумму" : `Ставка на лот ${given.catalogLotId ?? given.id}`;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <div className={css.stack}>
        {!suspicious && <p className={`small muted ${css.subtitle}`}>{titleOf(given)}</p>}
        {!lot || gate.checking ? (
          <Waiting />
        ) : gate.notes !== null ? (
          <NotesGate notes={gate.notes} onRead={gate.confirm} />
        ) : (
          <BetBody lot={lot} value={value} onClose={onClose} send={send} onSuspicious={setSuspicious} />
        )}
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <div className={css.stack} aria-busy="true">
      <span className="sr">Загрузка</span>
      <Skeleton h={42} w="60%" />
      <Skeleton h={90} />
      <Skeleton h={56} />
    </div>
  );
}

interface BodyProps {
  lot: Lot;
  value?: number;
  onClose: () => void;
  send: BetDialogProps["send"];
  onSuspicious: (suspicious: boolean) => void;
}

/** The form, or what stands in its way: no registration, no time left, or already leading. */
function BetBody({ lot, value, onClose, send, onSuspicious }: BodyProps) {
  const { user } = useSession();
  const { status } = useRegistration(lot.houseId, lot.catalogId);
  const now = useServerNow(500);
  const action = lotAction(lot, { now, user, calculationType: lot.catalog?.calculationType });
  const leading = user !== null && lot.leadingBet?.userId === user.id;
  const pending = usePendingBet(lot.id);
  const ended = action === "over" || action === "none" || action === "request" || action === "room";

  // A bet on its way keeps its form: what came of it is said there.
  if (pending !== null) {
    return <BetForm lot={lot} value={value} onClose={onClose} send={send} onSuspicious={onSuspicious} />;
  }
  if (ended) {
    return (
      <>
        <LotHead lot={lot} />
        <Standing
          tone="plain"
          icon="clock"
          title={action === "over" ? "Торги окончены" : "Ставки не принимаются"}
        />
        <Button onClick={onClose}>Закрыть</Button>
      </>
    );
  }
  if (leading) {
    return (
      <>
        <LotHead lot={lot} />
        <Standing
          tone="leading"
          title="Вы лидируете"
          detail="Следующую ставку можно сделать, когда вашу перебьют"
        />
        <Button onClick={onClose}>Закрыть</Button>
      </>
    );
  }
  if (status === "none" || status === "pending" || status === "rejected") {
    return (
      <>
        <LotHead lot={lot} />
        <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
      </>
    );
  }
  if (status === "staff") {
    return <Standing tone="plain" icon="user" title="Сотрудники площадки и дома не участвуют в торгах" />;
  }
  return <BetForm lot={lot} value={value} onClose={onClose} send={send} onSuspicious={onSuspicious} />;
}

type Answer = { text: string; tone: "bad" | "warn"; value: number; unregistered?: boolean };

function BetForm({ lot, value: chosen, onClose, send, onSuspicious }: BodyProps) {
  const { user } = useSession();
  const { data: config } = useConfig();
  const requireLogin = useRequireLogin();
  const { bet } = useLotActions();
  const options = useBetOptions(lot);
  const minimum = lot.price.minBet;
  const { currency } = lot.price;
  const [value, setValue] = useState<number | null>(Math.max(chosen ?? minimum, minimum));
  const [touched, setTouched] = useState(false);
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const mounted = useMounted();
  /** How often the price alone has put another amount into the field. */
  const [moves, setMoves] = useState(0);
  const [moved, setMoved] = useState(false);
  const { settling, isSteady, onPointerDown } = useSteady(moves);

  // An amount nobody chose follows the price up; one that was chosen is left alone and said to be too low.
  useEffect(() => {
    if (touched || sending || value === null || value >= minimum) return;
    setValue(minimum);
    setMoves((known) => known + 1);
  }, [value, minimum, touched, sending]);

  const trusted = user?.trustedInHouseIds.includes(lot.houseId) ?? false;
  const cap = trusted || !config ? null : capOf(config.untrustedCap, currency);
  const invalid = amountError(value, { minimum, cap });
  const refused = answer && answer.value === value ? answer : null;
  const shownError =
    refused?.tone === "bad" ? refused.text : touched || invalid?.includes("лимит") ? invalid : null;
  const commission = lot.catalog?.commission ?? 0;

  const change = (next: number | null) => {
    setTouched(true);
    setMoved(false);
    setValue(next);
    setAnswer(null);
  };
  const ask = (asked: boolean) => {
    setAsking(asked);
    onSuspicious(asked);
  };
  const submit = async (amount: number) => {
    const { catalogId } = lot;
    if (catalogId === null) return;
    ask(false);
    setSending(true);
    setAnswer(null);
    const result = await send({ ...lot, catalogId }, amount);
    if (mounted.current) setSending(false);
    switch (result.kind) {
      case "accepted":
        tellSuccess(result.text, { life: 3000 });
        onClose();
        return;
      case "signedOut":
        onClose();
        requireLogin(
          () => bet?.(lot, amount),
          `После входа вернёмся к ставке ${price(amount, currency)} на лот ${lot.catalogLotId}.`,
        );
        return;
      default: {
        const tone = result.kind === "overbet" ? "warn" : "bad";
        if (!mounted.current) (tone === "warn" ? tell : tellError)(result.text, { life: 8000 });
        setAnswer({
          text: result.text,
          tone,
          value: amount,
          unregistered: result.kind === "unregistered",
        });
        // The overbet amount cannot be bid again: the field goes on with the new minimum.
        if (tone === "warn") setTouched(false);
      }
    }
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (moves > 0 && !isSteady()) {
      setMoved(true);
      // A second press in haste confirms nothing either.
      setMoves(moves + 1);
      return;
    }
    setMoved(false);
    setTouched(true);
    if (sending || value === null || invalid !== null) return;
    if (isSuspicious(value, minimum)) ask(true);
    else void submit(value);
  };

  if (asking && value !== null) {
    return (
      <DoubleCheck
        value={value}
        minimum={minimum}
        commission={commission}
        currency={currency}
        onBack={() => ask(false)}
        onConfirm={() => void submit(value)}
      />
    );
  }

  const overbet = answer?.tone === "warn" ? answer : null;
  return (
    <form onSubmit={confirm} className={css.stack} noValidate>
      <LotHead lot={lot} />
      {overbet && (
        <Standing
          tone="outbid"
          icon="warn"
          title={overbet.text}
          detail={`Можно поставить от ${price(minimum, currency)}`}
        />
      )}
      {moved && !sending && (
        <Standing
          tone="plain"
          icon="warn"
          title="Сумма только что изменилась"
          detail="Проверьте её и подтвердите ещё раз"
        />
      )}
      <AmountField
        label="Ваша ставка"
        value={value}
        onChange={change}
        options={options}
        nearest={shownError ? nearestOptions(value, options) : null}
        currency={currency}
        error={shownError}
        disabled={sending}
      />
      {answer?.unregistered && <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />}
      {invalid === null && value !== null && (
        <BidSum label="Ставка" value={value} commission={commission} currency={currency} />
      )}
      <Button
        type="submit"
        variant="bid"
        fullWidth
        className={css.confirm}
        disabled={!sending && shownError !== null && refused === null}
        data-pending={sending || undefined}
        data-settling={(moves > 0 && settling) || undefined}
        aria-busy={sending}
        onPointerDown={onPointerDown}
      >
        {sending
          ? "ОТПРАВЛЯЕТСЯ"
          : value !== null && invalid === null
            ? `Подтвердить ставку ${price(value, currency)}`
            : "Подтвердить ставку"}
      </Button>
      <p className="caption">
        Принятую ставку отменить нельзя. При равных ставках лидирует принятая раньше.{" "}
        <Link className="link" to="/faq">
          Правила торгов
        </Link>
      </p>
    </form>
  );
}

const TIMES = ["раз", "раза", "раз"] as const;

interface DoubleCheckProps {
  value: number;
  minimum: number;
  commission: number;
  currency: number;
  onBack: () => void;
  onConfirm: () => void;
}

/** An amount many times the minimum: to change it is the first thing offered. */
function DoubleCheck({ value, minimum, commission, currency, onBack, onConfirm }: DoubleCheckProps) {
  return (
    <>
      <p className="small muted">
        Ставка больше минимальной в {count(Math.floor(value / minimum), TIMES)}. Возможно, лишний ноль.
      </p>
      <dl className={css.sum}>
        <dt>Минимальная ставка</dt>
        <dd>{price(minimum, currency)}</dd>
        <dt>Вы ввели</dt>
        <dd data-entered>{price(value, currency)}</dd>
        <dt data-total>{commission > 0 ? `С комиссией ${percent(commission)}` : "Всего при победе"}</dt>
        <dd data-total>{price(withCommission(value, commission), currency)}</dd>
      </dl>
      <Button fullWidth onClick={onBack} data-autofocus>
        Изменить сумму
      </Button>
      <Button variant="outline" fullWidth onClick={onConfirm}>
        Подтвердить {price(value, currency)}
      </Button>
    </>
  );
}

interface Cap {
  rub: number;
  eur: number;
  usd: number;
}

function capOf(cap: Cap, currency: number): { value: number; text: string } {
  if (currency === Currency.EUR) return { value: cap.eur, text: `${cap.eur} евро` };
  if (currency === Currency.USD) return { value: cap.usd, text: `${cap.usd} долл` };
  return { value: cap.rub, text: `${cap.rub} руб` };
}

/** Whether the component is still there when an answer comes. */
function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
