import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Live } from "@/components/Live/Live";
import { Loaded } from "@/components/Loaded/Loaded";
import { withMantine } from "@/components/Mantine/Mantine";
import { SignInFirst } from "@/components/SignInFirst/SignInFirst";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import type { Evening, EveningSale, LotShort, User } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { serverNow } from "@/lib/clock";
import { count, dayMonth, dayMonthTime, duration, plural, typeset } from "@/lib/format";
import { usePageTitle } from "@/lib/usePageTitle";
import { eveningOptions } from "@/trade/api/evening";
import { useNearNotices } from "@/trade/bidding/nearNotices";
import { useSound } from "@/trade/bidding/sound";
import { EveningRow } from "@/trade/components/EveningRow/EveningRow";
import { PushSwitch } from "@/trade/components/PushSwitch/PushSwitch";
import { CatalogType } from "@/trade/enums";
import { useLiveLots } from "@/trade/live/useLiveLots";
import { moneyOf, planOf } from "@/trade/rules/evening";
import { isRunning } from "@/trade/rules/trading";
import { Budget } from "./Budget";
import css from "./EveningPage.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;
const NO_LOTS: LotShort[] = [];

/** «Мой вечер»: what the user waits for over all sales, when it comes up, and what it may cost. */
function EveningPage() {
  usePageTitle("Мой вечер");
  const { user, initialized } = useSession();
  if (!initialized) return <PageSkeleton shape="rows" />;
  if (!user) {
    return (
      <SignInFirst title="Мой вечер">
        Войдите, чтобы видеть лоты, за которыми следите, и время, когда до них дойдут торги.
      </SignInFirst>
    );
  }
  return <MyEvening user={user} />;
}

function MyEvening({ user }: { user: User }) {
  const query = useQuery(eveningOptions(true));
  const { data } = query;
  return (
    <div className="page">
      <div className={css.head}>
        <h1>Мой вечер</h1>
        {data && data.lots.length > 0 && (
          <p className="muted">
            {dayMonth(serverNow())}, {count(data.lots.length, LOTS)} на {salesCount(data.sales.length)}
          </p>
        )}
      </div>
      <Loaded query={query} h={400}>
        {(data) =>
          data.lots.length === 0 ? (
            <EmptyState
              title="Лотов на вечер пока нет"
              action={{ label: "Смотреть аукционы", to: "/auctions" }}
            >
              Отметьте лот сердечком, поставьте лимит или сделайте ставку: здесь появится время, когда до него
              дойдут торги, и сколько вы можете потратить.
            </EmptyState>
          ) : (
            <Plan evening={data} user={user} reload={() => void query.refetch()} />
          )
        }
      </Loaded>
    </div>
  );
}

/** «2 аукционах». */
const salesCount = (n: number) => `${n}\u00a0${plural(n, ["аукционе", "аукционах", "аукционах"])}`;

function Plan({ evening, user, reload }: { evening: Evening; user: User; reload: () => void }) {
  const loaded = useMemo(() => evening.lots.map(({ lot }) => lot) ?? NO_LOTS, [evening]);
  const live = useLiveLots(loaded, reload);
  const lots = evening.lots.map((mine, i) => ({ ...mine, lot: live[i] ?? mine.lot }));
  const { ahead, past } = planOf(evening.sales, lots);
  const saleOf = (catalogId: number | null) => evening.sales.find(({ catalog }) => catalog.id === catalogId);
  return (
    <div className={css.split}>
      {/* On a phone what may still be spent comes before the lots, and what warns of them after. */}
      <section className={css.budgets} aria-label="Деньги">
        {moneyOf(lots).map((money, i) => (
          <Budget key={money.currency} user={user} money={money} isFirst={i === 0} />
        ))}
      </section>
      <div className={css.lots}>
        {ahead.map(({ sale, lots: rows }, groupIndex) => (
          <section key={sale.catalog.id} aria-labelledby={`sale-${sale.catalog.id}`}>
            <div className={css.groupHead}>
              <h2 id={`sale-${sale.catalog.id}`}>{typeset(sale.catalog.title)}</h2>
              <p className="caption">
                <SaleNow sale={sale} />
              </p>
            </div>
            <ol>
              {rows.map((mine, i) => (
                <EveningRow key={mine.lot.id} mine={mine} sale={sale} isNext={groupIndex === 0 && i === 0} />
              ))}
            </ol>
          </section>
        ))}
        {past.length > 0 && (
          <section aria-labelledby="past">
            <div className={css.groupHead}>
              <h2 id="past">Уже прошли</h2>
              <p className="caption num">{count(past.length, LOTS)}</p>
            </div>
            <ol>
              {past.map((mine) => {
                const sale = saleOf(mine.lot.catalogId);
                return sale && <EveningRow key={mine.lot.id} mine={mine} sale={sale} />;
              })}
            </ol>
          </section>
        )}
      </div>
      <Notices user={user} />
    </div>
  );
}

/** Where a sale stands: the lot in the hall and the pace, or when it starts or ends. */
function SaleNow({ sale: { catalog, currentNumber, secondsPerLot } }: { sale: EveningSale }) {
  if (catalog.catalogType === CatalogType.Classic && isRunning(catalog.state)) {
    return (
      <>
        <Live>{currentNumber === null ? "Идёт" : `В зале лот ${currentNumber} из ${catalog.lotsCount}`}</Live>
        {secondsPerLot !== null && <span className={css.pace}>{paceText(secondsPerLot)}</span>}
      </>
    );
  }
  if (isRunning(catalog.state)) {
    return catalog.endDate ? `Окончание ${dayMonthTime(catalog.endDate)}` : "Торги идут";
  }
  return catalog.startDate ? `Начало ${dayMonthTime(catalog.startDate)}` : "Скоро";
}

/** «52 секунды на лот», from three minutes up in minutes. */
function paceText(secondsPerLot: number): string {
  const seconds = Math.round(secondsPerLot);
  if (seconds >= 180) return `${duration(seconds * 1000)} на лот`;
  return `${count(seconds, ["секунда", "секунды", "секунд"])} на лот`;
}

function Notices({ user }: { user: User }) {
  const [near, setNear] = useNearNotices();
  const [sound, toggleSound] = useSound();
  return (
    <section className={css.panel} aria-labelledby="notices">
      <h2 id="notices">Предупредить меня</h2>
      <Switch
        label="За три лота до моего"
        description="На любой странице сайта, пока она открыта"
        checked={near}
        onChange={(event) => setNear(event.currentTarget.checked)}
      />
      <PushSwitch user={user} />
      <Switch label="Звук" checked={sound} onChange={toggleSound} />
      <p className="caption">Лимит действует, даже если вы закроете страницу.</p>
    </section>
  );
}

export default withMantine(EveningPage);
