import { useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { CatalogShort, HouseOrder } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import {
  count,
  dayMonth,
  duration,
  moscowDay,
  moscowTime,
  percent,
  plural,
  price,
  quoted,
  thousands,
} from "@/lib/format";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { gridOptions } from "@/staff/api/grid";
import { Block, Columns, Figures } from "@/staff/blocks/Block";
import { BlockFault } from "@/staff/blocks/BlockFault";
import { Remedy, RemedyAwaited } from "@/staff/blocks/Remedy";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { houseInvitationsOptions } from "@/staff/people/invitations";
import { resultsOptions } from "@/staff/results/results";
import { totalsOf } from "@/staff/results/totals";
import { LONGEST_PAGE } from "@/staff/table/everyPage";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { houseOrdersOptions } from "@/trade/api/registration";
import { CatalogState, CatalogType, OrderStatus } from "@/trade/enums";
import { auctionUrl, hallUrl } from "@/trade/urls";
import { applicantHistoryOptions, useDecide } from "../api/applicant";
import { houseSalesOptions, isRunning } from "../api/cabinet";
import { isOrderKey, ORDER_ACTIONS, orderKey } from "../model/decisions";
import { mendUrl, tally } from "../model/preflight";
import { cabinetUrl } from "../model/sections";
import { Face } from "./Face";
import { LastMoney, pastSales, Unpaid } from "./TodayMoney";
import { TodayQueries, waitingQueriesOptions } from "./TodayQueries";
import css from "./today.module.css";
import { usePreflight } from "./usePreflight";

const REQUEST = ["заявка", "заявки", "заявок"] as const;
const WAIT = ["Ждёт", "Ждут", "Ждут"] as const;
/** The most registration requests that are shown. */
const SHOWN = 4;
const LOT = ["лот", "лота", "лотов"] as const;

/** The first page of a house's day: what waits, what runs and comes, and what is wrong. */
export default function TodayPage() {
  const houseId = Number(useParams().houseId);
  return <Today key={houseId} houseId={houseId} />;
}

function Today({ houseId }: { houseId: number }) {
  const today = Math.floor(useServerNow(60_000) / 60_000) * 60_000;
  // Decided requests are hidden while the decision can be taken back: the next ones take their places.
  const hidden = [...usePendingActions()].filter(isOrderKey).length;
  const orders = useQuery({
    ...houseOrdersOptions({
      houseId,
      status: OrderStatus.Pending,
      pageNumber: 1,
      pageSize: Math.min(LONGEST_PAGE, SHOWN + hidden),
    }),
    placeholderData: keepPreviousData,
  });
  const waiting = orders.data;
  const salesQuery = useQuery(houseSalesOptions(houseId));
  const { data: sales } = salesQuery;
  /** Shown instead of what is read from the sales. */
  const noSales = sales ? null : salesQuery.isError ? (
    <BlockFault what="Торги не загрузились" retry={() => void salesQuery.refetch()} />
  ) : (
    <Skeleton h={132} data-rows />
  );
  const house = useQuery(houseOptions(houseId));
  const queries = useQuery(waitingQueriesOptions(houseId));
  // The heights of the blocks depend on their data, so they appear together: none moves another.
  const isLoaded = useOnce([orders, salesQuery, house, queries].every(({ isPending }) => !isPending));
  // `Columns` stand one below the other: what runs goes before what waits.
  const isOneColumn = useMediaQuery("(max-width: 77.5em)", false, { getInitialValueInEffect: false });
  const running = sales?.items.filter(({ state }) => isRunning(state)) ?? [];
  const coming = (sales?.items ?? [])
    .filter(({ state }) => state === CatalogState.Scheduled || state === CatalogState.Temporary)
    .sort((a, b) => (a.startDate ?? "9").localeCompare(b.startDate ?? "9"))
    .slice(0, 4);
  const past = pastSales(sales?.items ?? []);
  const [last] = past;
  const isChecking = useChecking(houseId, coming, past);
  const isChecked = useOnce(isLoaded && !isChecking);
  const { weekday } = moscowDay(today);
  const note = [
    `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${dayMonth(today)}.`,
    waiting &&
      (waiting.totalCount > 0
        ? `${plural(waiting.totalCount, WAIT)} решения: ${count(waiting.totalCount, REQUEST)}`
        : "Все заявки разобраны"),
    running.length > 0 ? "· торги идут" : "",
  ];
  return (
    <StaffPage
      title="Сегодня"
      note={note.filter(Boolean).join(" ")}
      actions={
        <Button
          size="xs"
          className="only-wide"
          component={Link}
          to={cabinetUrl(houseId, "catalogs/new")}
          leftSection={<Icon name="plus" size="s" />}
        >
          Новый каталог
        </Button>
      }
    >
      {isLoaded ? (
        <Columns
          main={
            <>
              {isOneColumn && running.map((sale) => <RunningNow key={sale.id} sale={sale} />)}
              <WaitingOrders
                houseId={houseId}
                orders={waiting?.items}
                retry={orders.isError ? () => void orders.refetch() : null}
              />
              <TodayQueries houseId={houseId} />
              <Block title="Требует внимания">
                {salesQuery.isError && !sales ? (
                  <p className="small muted">Появится, когда загрузятся торги.</p>
                ) : (
                  (noSales ??
                  (coming.length === 0 && past.length === 0 ? (
                    <p className="small muted">Будущих торгов нет, проверять нечего.</p>
                  ) : (
                    <ul>
                      {coming.map((sale) => (
                        <SaleProblems key={sale.id} sale={sale} />
                      ))}
                      <Unpaid sales={past} />
                    </ul>
                  )))
                )}
              </Block>
            </>
          }
          // In one column these are below «Требует внимания», and wait until its height is known.
          side={
            isOneColumn && !isChecked ? null : (
              <>
                {!isOneColumn && running.map((sale) => <RunningNow key={sale.id} sale={sale} />)}
                <Block
                  title="Ближайшие торги"
                  aside={
                    <Link className="link small" to={cabinetUrl(houseId, "catalogs")}>
                      Каталоги
                    </Link>
                  }
                >
                  {noSales ??
                    (coming.length === 0 ? (
                      <p className="small muted">Ничего не запланировано.</p>
                    ) : (
                      <ul className={css.work}>
                        {coming.map((sale) => (
                          <ComingSale key={sale.id} sale={sale} />
                        ))}
                      </ul>
                    ))}
                </Block>
                {last && <LastMoney sale={last} />}
              </>
            )
          }
        />
      ) : (
        <Skeleton h={440} data-rows role="status" aria-label="Загрузка" />
      )}
    </StaffPage>
  );
}

/** Whether `value` is, or has ever been, true: what was shown stays when a call is made again. */
function useOnce(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}

/** True while what «Требует внимания» says of these sales is loading. */
function useChecking(
  houseId: number,
  coming: readonly CatalogShort[],
  past: readonly CatalogShort[],
): boolean {
  const catalogs = useQueries({ queries: coming.map(({ id }) => catalogOptions(id)), combine: isAnyPending });
  const lots = useQueries({
    queries: coming.map(({ id }) => gridOptions(houseId, id)),
    combine: isAnyPending,
  });
  const results = useQueries({
    queries: past.map(({ id }) => resultsOptions(id, false)),
    combine: isAnyPending,
  });
  const invitations = useQuery({ ...houseInvitationsOptions(houseId), enabled: coming.length > 0 });
  return catalogs || lots || results || invitations.isLoading;
}

const isAnyPending = (queries: readonly { isPending: boolean }[]) =>
  queries.some(({ isPending }) => isPending);

interface WaitingOrdersProps {
  houseId: number;
  orders: readonly HouseOrder[] | undefined;
  /** Reads them again if they did not load. */
  retry: (() => void) | null;
}

function WaitingOrders({ houseId, orders, retry }: WaitingOrdersProps) {
  const pending = usePendingActions();
  const shown = orders?.filter(({ orderId }) => !pending.has(orderKey(orderId))).slice(0, SHOWN);
  return (
    <Block
      title="Заявки на участие"
      aside={
        <Link className="link small" to={cabinetUrl(houseId, "orders")}>
          Все заявки
        </Link>
      }
    >
      {!shown && retry ? (
        <BlockFault what="Заявки не загрузились" retry={retry} />
      ) : !shown ? (
        <Skeleton h={132} data-rows />
      ) : shown.length === 0 ? (
        <p className="small muted">Все заявки разобраны. Новые появятся здесь сами.</p>
      ) : (
        <ul className={css.work}>
          {shown.map((order) => (
            <WaitingOrder key={order.orderId} order={order} />
          ))}
        </ul>
      )}
    </Block>
  );
}

function WaitingOrder({ order }: { order: HouseOrder }) {
  const decide = useDecide();
  const now = useServerNow(60_000);
  const { data } = useQuery(applicantHistoryOptions(order.orderId));
  const name = order.displayName ?? "Без имени";
  const history = !data
    ? null
    : data.won > 0
      ? `В этом доме: ${count(data.won, LOT)} куплено, ${data.paid} оплачено`
      : data.bets > 0
        ? "В этом доме: торговался, не покупал"
        : "Новый участник";
  const waits = `ждёт ${duration(Math.max(60_000, now - Date.parse(order.created)))}`;
  return (
    <li>
      <Face name={name} />
      <div>
        <b>{name}</b>
        <small>{[history, waits].filter(Boolean).join(" · ")}</small>
      </div>
      <div className={css.acts}>
        <Button
          size="xs"
          variant="outline"
          onClick={() => decide("accept", [{ ...order, conclusion: null }])}
        >
          {ORDER_ACTIONS.accept.button}
        </Button>
        <Button
          size="xs"
          component={Link}
          to={`${cabinetUrl(order.houseId, "orders")}?order=${order.orderId}`}
          aria-label={`Открыть заявку: ${name}`}
        >
          Открыть
        </Button>
      </div>
    </li>
  );
}

function RunningNow({ sale }: { sale: CatalogShort }) {
  const { data } = useQuery(resultsOptions(sale.id, true));
  const totals = data && totalsOf(data);
  const classic = sale.catalogType === CatalogType.Classic;
  return (
    <Block
      title="Идёт сейчас"
      aside={sale.startDate && <Badge variant="won">с {moscowTime(sale.startDate)}</Badge>}
    >
      <p className={css.running}>{sale.title}</p>
      <Figures
        figures={[
          {
            value: `${totals ? thousands(totals.over) : "–"} из ${thousands(sale.lotsCount)}`,
            label: "лотов прошло",
          },
          { value: totals ? percent(totals.share) : "–", label: "продано" },
          { value: totals ? price(totals.amount, data.currency) : "–", label: "на сумму" },
        ]}
      />
      <div className="row row--wrap">
        {classic && (
          <Button size="xs" component={Link} to={`${auctionUrl(sale)}?viewType=console`}>
            Открыть пульт
          </Button>
        )}
        <Button size="xs" component={Link} to={auctionUrl(sale)}>
          {classic ? "Зал торгов" : "Страница торгов"}
        </Button>
        {classic && (
          <Button size="xs" component={Link} to={hallUrl(sale)} target="_blank">
            Экран для зала
          </Button>
        )}
      </div>
    </Block>
  );
}

/** «нояб.», «мая». */
const shortMonth = (month: string) =>
  /^(янв|февр|апр|авг|сент|окт|нояб|дек)/.exec(month)?.[0].concat(".") ?? month;

function ComingSale({ sale }: { sale: CatalogShort }) {
  const { findings } = usePreflight(sale.id, sale.houseId);
  const draft = sale.state === CatalogState.Temporary;
  const day = sale.startDate === null ? null : moscowDay(sale.startDate);
  const { bad, warn } = tally(findings ?? []);
  return (
    <li>
      <span className={css.day}>
        <b>{day?.day ?? "–"}</b>
        <span className="caption">{day ? shortMonth(day.month) : "без даты"}</span>
      </span>
      <div>
        <Link to={cabinetUrl(sale.houseId, `catalogs/${sale.id}`)}>
          <b>{sale.title}</b>
        </Link>
        <small>
          {[
            sale.startDate && moscowTime(sale.startDate),
            draft ? "черновик" : null,
            count(sale.lotsCount, LOT),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </div>
      {bad > 0 ? (
        <Badge variant="out">{count(bad, ["ошибка", "ошибки", "ошибок"])}</Badge>
      ) : warn > 0 ? (
        <Badge variant="warn">{count(warn, ["замечание", "замечания", "замечаний"])}</Badge>
      ) : findings ? (
        <Badge variant="won">Готово</Badge>
      ) : null}
    </li>
  );
}

/** The errors of one coming sale; nothing when there are none. */
function SaleProblems({ sale }: { sale: CatalogShort }) {
  const { findings, isError } = usePreflight(sale.id, sale.houseId);
  const when = sale.startDate ? `${dayMonth(sale.startDate)}, ${moscowTime(sale.startDate)}` : "без даты";
  if (isError) {
    return <Remedy tone="warn" title={`Каталог ${quoted(sale.title)} не удалось проверить`} note={when} />;
  }
  if (!findings) return <RemedyAwaited />;
  const errors = findings.filter(({ tone }) => tone === "bad");
  if (errors.length === 0) {
    return <Remedy tone="ok" title={`${quoted(sale.title)}: ошибок нет`} note={when} />;
  }
  return errors.map((finding) => (
    <Remedy key={finding.id} tone="bad" title={finding.title} note={`${quoted(sale.title)}, ${when}`}>
      <Button
        size="xs"
        component={Link}
        to={mendUrl(finding, sale) ?? cabinetUrl(sale.houseId, `catalogs/${sale.id}`)}
      >
        Исправить
      </Button>
    </Remedy>
  ));
}
