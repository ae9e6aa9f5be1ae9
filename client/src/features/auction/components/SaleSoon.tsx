import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { BigCountdown } from "@/components/Countdown/Countdown";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { tell } from "@/components/Toast/toasts";
import type { Catalog } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { icalendar } from "@/lib/calendar";
import { serverNow, useServerNow } from "@/lib/clock";
import { count, dayMonthTime, price } from "@/lib/format";
import { saveFile } from "@/lib/saveFile";
import { useCatalogSubscription } from "@/trade/api/catalogSubscription";
import { positionsOptions } from "@/trade/api/positions";
import { useRegistration } from "@/trade/api/registration";
import { useSound } from "@/trade/bidding/sound";
import { RegisterButton } from "@/trade/components/RegistrationBanner/RegisterButton";
import { RaiseCap } from "@/trade/components/UntrustedNote/UntrustedNote";
import { CatalogType, catalogTypeLabel } from "@/trade/enums";
import { capOf } from "@/trade/rules/cap";
import { withCommission } from "@/trade/rules/commission";
import { auctionUrl } from "@/trade/urls";
import css from "./CatalogPage.module.css";

/** How long a classic sale takes in a calendar: its end is unknown. */
const EVENING_MS = 3 * 60 * 60 * 1000;

interface SaleSoonProps {
  catalog: Catalog;
  /** Unix ms. */
  start: number;
  /** Scrolls to the lots. */
  onLots: () => void;
}

/** A sale before its start: the countdown, the calendar, and what to prepare. */
export function SaleSoon({ catalog, start, onLots }: SaleSoonProps) {
  const now = useServerNow(1000);
  return (
    <>
      <section className={css.soon} aria-label="До начала торгов">
        <div className={css.beginning}>
          {start > now && (
            <div>
              <p className="caption">До начала</p>
              <BigCountdown end={start} />
            </div>
          )}
          <p className="small muted num">Начало {dayMonthTime(start)}</p>
          <div className="row row--2 row--wrap">
            <Button onClick={onLots}>Смотреть лоты</Button>
            <Remind catalog={catalog} />
            <Button
              variant="quiet"
              leftSection={<Icon name="today" />}
              onClick={() => saveFile("Аукцион.ics", calendarFile(catalog, start))}
            >
              В календарь
            </Button>
          </div>
        </div>
        {catalog.logo.previewId !== null && (
          <div className={css.cover}>
            <SquarePicture owner="catalog" id={catalog.logo.previewId} side={320} />
          </div>
        )}
      </section>
      {catalog.catalogType === CatalogType.Classic && <Preparation catalog={catalog} />}
    </>
  );
}

function calendarFile(catalog: Catalog, start: number): Blob {
  const url = new URL(auctionUrl(catalog), location.origin);
  const text = icalendar(
    {
      product: "-//auction//sales//RU",
      id: `auction-${catalog.id}@${url.hostname}`,
      title: catalog.title,
      description: `${catalog.houseNameRu}. ${catalogTypeLabel[catalog.catalogType]}`,
      url: url.href,
      start,
      end: catalog.endDate ? Date.parse(catalog.endDate) : start + EVENING_MS,
    },
    serverNow(),
  );
  return new Blob([text], { type: "text/calendar" });
}

function Remind({ catalog }: { catalog: Catalog }) {
  const { isOn, change } = useCatalogSubscription(catalog.id);
  const requireLogin = useRequireLogin();
  const onClick = () =>
    requireLogin(
      () => change.mutate(!isOn, { onSuccess: () => !isOn && tell("Напомним перед началом аукциона") }),
      "После входа включим напоминание об аукционе.",
    );
  return (
    <Button
      variant="quiet"
      leftSection={<Icon name="bell" filled={isOn} />}
      aria-pressed={isOn}
      disabled={change.isPending}
      onClick={onClick}
    >
      {isOn ? "Напомним о начале" : "Напомнить о начале"}
    </Button>
  );
}

interface StepProps {
  tone: "ok" | "wait" | "plain";
  icon: IconName;
  state: string;
  title: string;
  text: string;
  children?: ReactNode;
}

function Step({ tone, icon, state, title, text, children }: StepProps) {
  return (
    <li>
      <p className={css.stepState} data-tone={tone}>
        <Icon name={icon} size="s" />
        {state}
      </p>
      <h3>{title}</h3>
      <p className="small muted">{text}</p>
      {children}
    </li>
  );
}

/** What a bidder does before a classic sale. Staff of the house do not bid and prepare nothing. */
function Preparation({ catalog }: { catalog: Catalog }) {
  const { status, order } = useRegistration(catalog.houseId, catalog.id);
  const { user } = useSession();
  if (status === "staff" || status === "unknown") return null;
  const isTrusted = user?.trustedInHouseIds.includes(catalog.houseId) ?? false;
  return (
    <section className={`section ${css.preparation}`} aria-labelledby="preparation">
      <h2 id="preparation">Подготовьтесь заранее</h2>
      <ol className={css.steps}>
        <Registered status={status} conclusion={order?.conclusion ?? null} houseId={catalog.houseId} />
        {status === "accepted" && <Cap catalog={catalog} isTrusted={isTrusted} />}
        {isTrusted && <Limits catalog={catalog} />}
        <Sound />
      </ol>
    </section>
  );
}

interface RegisteredProps {
  status: ReturnType<typeof useRegistration>["status"];
  /** The house's answer to the request. */
  conclusion: string | null;
  houseId: number;
}

function Registered({ status, conclusion, houseId }: RegisteredProps) {
  if (status === "accepted") {
    return (
      <Step
        tone="ok"
        icon="check"
        state="Готово"
        title="Регистрация"
        text="Дом одобрил вашу заявку. В ставках вместо имени показан ваш номер, в чате&nbsp;— имя."
      />
    );
  }
  if (status === "pending") {
    return (
      <Step
        tone="wait"
        icon="clock"
        state="Ваша заявка на рассмотрении"
        title="Регистрация"
        text="О решении дома мы сообщим."
      />
    );
  }
  if (status === "rejected") {
    return (
      <Step
        tone="wait"
        icon="warn"
        state="Ваша заявка отклонена"
        title="Регистрация"
        text={[
          conclusion && `Ответ дома: ${conclusion}`,
          "Заявку можно отправить снова. Решение может занять время.",
        ]
          .filter(Boolean)
          .join("\n")}
      >
        <RegisterButton houseId={houseId} size="sm">
          Отправить заявку снова
        </RegisterButton>
      </Step>
    );
  }
  return (
    <Step
      tone="wait"
      icon="user"
      state="Нужна для ставок"
      title="Регистрация"
      text="Для участия в аукционе необходимо зарегистрироваться на странице аукционного дома. Решение дома может занять время."
    >
      <RegisterButton houseId={houseId} variant="bid" size="sm" />
    </Step>
  );
}

function Cap({ catalog, isTrusted }: { catalog: Catalog; isTrusted: boolean }) {
  if (isTrusted) {
    return (
      <Step
        tone="ok"
        icon="check"
        state="Без предела"
        title="Предел ставок"
        text="Дом доверяет вам: ставки не ограничены, доступны заочные."
      />
    );
  }
  const sum = price(capOf(catalog.untrustedCap, catalog.currency).value, catalog.currency);
  return (
    <Step
      tone="wait"
      icon="warn"
      state={`Предел ${sum}`}
      title="Предел ставок"
      text={`Дом принимает от вас ставки до ${sum}. Доверенным покупателям он снимает предел.`}
    >
      <RaiseCap houseId={catalog.houseId}>Снять предел</RaiseCap>
    </Step>
  );
}

function Limits({ catalog }: { catalog: Catalog }) {
  const { data } = useQuery(positionsOptions(true));
  const limits = (data?.items ?? []).flatMap(({ lot, absentee }) =>
    lot.catalogId === catalog.id && absentee !== null ? [absentee] : [],
  );
  const sum = limits.reduce((total, limit) => total + limit, 0);
  const most = limits.reduce((total, limit) => total + withCommission(limit, catalog.commission), 0);
  const isLeft = limits.length > 0;
  return (
    <Step
      tone={isLeft ? "ok" : "plain"}
      icon={isLeft ? "check" : "limit"}
      state={
        isLeft
          ? `${count(limits.length, ["лимит", "лимита", "лимитов"])} на ${price(sum, catalog.currency)}`
          : "Если не сможете прийти"
      }
      title="Заочные ставки"
      text={
        isLeft
          ? data?.hasNext
            ? "Действуют и без вас."
            : `Действуют и без вас. С комиссией не больше ${price(most, catalog.currency)}.`
          : "Оставьте лимит на странице лота: мы торгуемся за вас, пока цена не выше."
      }
    >
      {isLeft && (
        <Button component={Link} size="sm" to="/account?p=absentee">
          Мои лимиты
        </Button>
      )}
    </Step>
  );
}

function Sound() {
  const [on, toggle] = useSound();
  return (
    <Step
      tone={on ? "ok" : "plain"}
      icon={on ? "check" : "soundoff"}
      state={on ? "Включён" : "Выключен"}
      title="Звук"
      text="В зале звучат удар молотка и перебитая ставка."
    >
      <Button size="sm" leftSection={<Icon name={on ? "soundoff" : "sound"} />} onClick={toggle}>
        {on ? "Выключить звук" : "Включить звук"}
      </Button>
    </Step>
  );
}
