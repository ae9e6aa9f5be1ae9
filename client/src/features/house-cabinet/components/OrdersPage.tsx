import { Checkbox, SegmentedControl, Select } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Kbd } from "@/components/Kbd/Kbd";
import { Loaded } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { announce } from "@/lib/announce";
import type { ApplicantRecord, HouseOrder, OrderSort } from "@/lib/api/types";
import { serverNow, useServerNow } from "@/lib/clock";
import { count, duration, plural } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { useChosenInView } from "@/lib/useChosenInView";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { exportHouseList } from "@/staff/api/houseExport";
import { BlockFault } from "@/staff/blocks/BlockFault";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { BulkBar } from "@/staff/table/BulkBar";
import { Counted } from "@/staff/table/Counted";
import { ExportButton } from "@/staff/table/ExportButton";
import segments from "@/staff/table/segments.module.css";
import { ViewsMenu } from "@/staff/table/ViewsMenu";
import { ORDERS_POLL_MS } from "@/trade/api/myOrders";
import { houseOrdersOptions } from "@/trade/api/registration";
import { OrderStatus } from "@/trade/enums";
import { useDecide } from "../api/applicant";
import { orderCountsKey, orderCountsOptions } from "../api/cabinet";
import { bulkActions, isPending, ORDERS, type OrderAction, orderKey } from "../model/decisions";
import { useOpenOrder } from "../model/useOpenOrder";
import { Applicant } from "./Applicant";
import css from "./orders.module.css";
import { RejectDialog } from "./RejectDialog";
import { StatusBadge } from "./StatusBadge";

const FILTERS = [
  { value: "pending", label: "Ожидают", status: OrderStatus.Pending },
  { value: "accepted", label: "Подтверждены", status: OrderStatus.Accepted },
  { value: "rejected", label: "Отклонены", status: OrderStatus.Rejected },
  { value: "all", label: "Все", status: undefined },
] as const;

/** The server's orders, with what they are called; without one, the newest come first. */
const SORTS = [
  { value: "created", label: "Сначала старые" },
  { value: "name", label: "По имени" },
  { value: "-name", label: "По имени, с конца" },
  { value: "status", label: "По состоянию" },
] as const satisfies readonly { value: OrderSort; label: string }[];

const WAIT = ["Ждёт", "Ждут", "Ждут"] as const;
const REJECTIONS = ["отказ", "отказа", "отказов"] as const;
const LOTS = ["лот", "лота", "лотов"] as const;

/** Registration requests of a house: the list at the left, the chosen applicant with the decision at the right. */
export default function OrdersPage() {
  const houseId = Number(useParams().houseId);
  return <Orders houseId={houseId} />;
}

function Orders({ houseId }: { houseId: number }) {
  const { params, change } = useAddress();
  const filter = FILTERS.find(({ value }) => value === params.get("status")) ?? FILTERS[0];
  const search = params.get("search") ?? "";
  const sort = SORTS.find(({ value }) => value === params.get("sort"))?.value;
  const pageNumber = pageOfAddress(params);
  const query = useQuery({
    ...houseOrdersOptions({ houseId, status: filter.status, search, sort, pageNumber }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const { data: { pending: waiting } = {} } = useQuery({
    ...orderCountsOptions(houseId),
    refetchInterval: ORDERS_POLL_MS,
  });
  const { data: counts } = useQuery({
    ...orderCountsOptions(houseId, search),
    refetchInterval: ORDERS_POLL_MS,
    placeholderData: keepPreviousData,
  });
  // The counts come later and widen the row.
  const filters = useChosenInView(`${filter.value} ${counts !== undefined}`);
  const pending = usePendingActions();
  const decide = useDecide();
  const [rejecting, setRejecting] = useState(false);
  const [checked, setChecked] = useState<readonly number[]>([]);
  // Begun conclusions, which stay while other requests are read.
  const [conclusions, setConclusions] = useState<Readonly<Record<number, string>>>({});

  const orders = (data?.items ?? []).filter(({ orderId }) => !pending.has(orderKey(orderId)));
  const { open, isSought, isChosen, retry, show } = useOpenOrder({
    houseId,
    name: [filter.value, search, sort, pageNumber].join(),
    orders: data && orders,
    isStale: isPlaceholderData,
  });
  useCountsOf(houseId, open);
  // On a phone a request that was asked for has the whole screen.
  const isFull = isChosen && (open !== undefined || isSought);
  const selected = orders.filter(({ orderId }) => checked.includes(orderId));
  const offered = bulkActions(selected);
  const rejected = offered.find(({ action }) => action === "reject")?.orders ?? [];
  useAnnouncedArrivals(filter.status === OrderStatus.Pending && !isPlaceholderData ? data?.items : undefined);

  const take = (action: OrderAction, order: HouseOrder, conclusion: string) => {
    const at = orders.findIndex(({ orderId }) => orderId === order.orderId);
    decide(action, [{ ...order, conclusion }]);
    show(orders[at + 1] ?? orders[at - 1]);
  };
  const takeAll = (action: OrderAction, taken: readonly HouseOrder[], conclusion: string) => {
    // Trusting a person who is accepted already keeps the earlier conclusion.
    const keeps = (order: HouseOrder) => action === "trust" && order.status === OrderStatus.Accepted;
    decide(
      action,
      taken.map((order) => (keeps(order) ? order : { ...order, conclusion })),
    );
    setChecked([]);
    if (taken.some(({ orderId }) => orderId === open?.orderId)) show(undefined);
  };

  return (
    <StaffPage
      title="Заявки на участие"
      note={
        waiting === undefined
          ? // Its line is kept, so that nothing moves when it comes.
            "\u00a0"
          : waiting > 0
            ? `${plural(waiting, WAIT)} решения: ${count(waiting, ORDERS)}`
            : "Все заявки разобраны"
      }
    >
      <div className={css.tools} data-open={isFull || undefined}>
        <SearchInput
          className={css.search}
          label="Найти заявку"
          placeholder="Имя, телефон, e-mail"
          value={search}
          onSearch={(text) => {
            setChecked([]);
            change({ search: text, order: null, found: null }, { replace: true });
          }}
        />
        <SegmentedControl
          ref={filters}
          className={segments.segments}
          aria-label="Состояние заявок"
          data={FILTERS.map(({ value, label }) => ({
            value,
            label: <Counted label={label} count={value === "all" ? undefined : counts?.[value]} />,
          }))}
          value={filter.value}
          onChange={(status) => {
            setChecked([]);
            change({ status: status === "pending" ? null : status, order: null, found: null });
          }}
        />
        <div className={css.push}>
          <ViewsMenu table="orders" />
          <ExportButton
            disabled={!data?.totalCount}
            onExport={() =>
              exportHouseList(houseId, "Заявки", {
                list: "registrations",
                status: filter.status,
                search: search || undefined,
                sort,
              })
            }
          />
        </div>
      </div>
      <Loaded query={query} h={440}>
        {(data) =>
          orders.length === 0 && !open && !isSought ? (
            <EmptyState
              title={
                search !== ""
                  ? "Никто не найден"
                  : filter.value === "pending"
                    ? "Все заявки разобраны"
                    : "Таких заявок нет"
              }
            >
              {search === "" ? (
                "Новые заявки появятся здесь сами."
              ) : filter.value === "all" ? (
                "Ищется по имени, телефону, e-mail и пояснению."
              ) : (
                <Button variant="quiet" onClick={() => change({ status: "all" })}>
                  Искать во всех заявках
                </Button>
              )}
            </EmptyState>
          ) : (
            <div className={css.split} data-open={isFull || undefined}>
              <OrderList
                orders={orders}
                isMixed={filter.value === "all"}
                open={open}
                onOpen={show}
                checked={selected.map(({ orderId }) => orderId)}
                onCheck={setChecked}
                sort={sort}
                onSort={(sort) => change({ sort, order: null, found: null })}
                pager={<Pager page={data.currentPage} pages={data.totalPages} />}
              />
              {open ? (
                <Applicant
                  key={open.orderId}
                  order={open}
                  conclusion={conclusions[open.orderId] ?? open.conclusion ?? ""}
                  onConclusion={(text) => setConclusions((all) => ({ ...all, [open.orderId]: text }))}
                  onDecide={take}
                  onBack={() => show(undefined)}
                />
              ) : (
                <div className={css.one}>
                  {isSought ? (
                    <Skeleton h={240} data-rows />
                  ) : retry ? (
                    <BlockFault what="Заявка не загрузилась" retry={retry} />
                  ) : (
                    <p className="small muted">Заявка не найдена или уже решена. Выберите другую в списке.</p>
                  )}
                </div>
              )}
            </div>
          )
        }
      </Loaded>
      <BulkBar selected={selected.length} noun={ORDERS} onClear={() => setChecked([])}>
        {offered.map(({ action, label, orders }) => (
          <Button
            key={action}
            size="xs"
            variant="quiet"
            onClick={() => (action === "reject" ? setRejecting(true) : takeAll(action, orders, ""))}
          >
            {label}
          </Button>
        ))}
      </BulkBar>
      {rejecting && (
        <RejectDialog
          orders={rejected.length}
          onClose={() => setRejecting(false)}
          onReject={(conclusion) => {
            setRejecting(false);
            takeAll("reject", rejected, conclusion);
          }}
        />
      )}
    </StaffPage>
  );
}

interface OrderListProps {
  orders: readonly HouseOrder[];
  /** Whether the list has all states, so that each row shows its own. */
  isMixed: boolean;
  open: HouseOrder | undefined;
  onOpen: (order: HouseOrder) => void;
  checked: readonly number[];
  onCheck: (orderIds: readonly number[]) => void;
  sort: OrderSort | undefined;
  onSort: (sort: string | null) => void;
  pager: React.ReactNode;
}

function OrderList({ orders, isMixed, open, onOpen, checked, onCheck, sort, onSort, pager }: OrderListProps) {
  const now = useServerNow(60_000);
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent, by: number) => {
    const active = document.activeElement;
    // Elsewhere the arrows scroll.
    if (active && active !== document.body && !list.current?.contains(active)) return;
    const next = orders[orders.findIndex(({ orderId }) => orderId === open?.orderId) + by];
    if (!next) return;
    event.preventDefault();
    onOpen(next);
    list.current?.querySelector<HTMLElement>(`[data-order="${next.orderId}"]`)?.focus();
  };
  useHotkeys([
    ["ArrowDown", (event) => move(event, 1), { preventDefault: false }],
    ["ArrowUp", (event) => move(event, -1), { preventDefault: false }],
  ]);
  return (
    <div className={css.list}>
      {orders.length > 0 && (
        <div className={css.listHead}>
          <Checkbox
            label={checked.length > 0 ? `Выбрано ${checked.length}` : "Выбрать все"}
            checked={checked.length === orders.length}
            indeterminate={checked.length > 0 && checked.length < orders.length}
            onChange={(event) =>
              onCheck(event.currentTarget.checked ? orders.map(({ orderId }) => orderId) : [])
            }
          />
          <Select
            className={css.order}
            aria-label="Порядок заявок"
            data={[{ value: "", label: "Сначала новые" }, ...SORTS]}
            value={sort ?? ""}
            onChange={(value) => onSort(value || null)}
            allowDeselect={false}
          />
        </div>
      )}
      <ul ref={list}>
        {orders.map((order) => (
          <li key={order.orderId} data-on={order.orderId === open?.orderId || undefined}>
            <Checkbox
              aria-label={`Выбрать: ${order.displayName ?? "без имени"}`}
              checked={checked.includes(order.orderId)}
              onChange={(event) =>
                onCheck(
                  event.currentTarget.checked
                    ? [...checked, order.orderId]
                    : checked.filter((id) => id !== order.orderId),
                )
              }
            />
            <button
              type="button"
              data-order={order.orderId}
              aria-current={order.orderId === open?.orderId || undefined}
              onClick={() => onOpen(order)}
            >
              <b>{order.displayName ?? "Без имени"}</b>
              <small>
                {order.untrusted && <span className={css.flag}>Особый список. </span>}
                {order.note || order.eMail || "Без пояснения"}
              </small>
              <span className={css.aside}>
                {isMixed && <StatusBadge status={order.status} />}
                {order.record && <Record record={order.record} waits={isPending(order)} />}
                <small>{ageOf(order, now)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {pager}
      <p className={`caption ${css.hint}`}>
        Новые заявки появляются здесь сами.{" "}
        <span className="only-wide">
          Вниз и вверх по списку: <Kbd>↓</Kbd> <Kbd>↑</Kbd>
        </span>
      </p>
    </div>
  );
}

/** The person's record with the house, as badges. That they are new matters to a decision alone. */
function Record({ record: { paid, rejections, isNew }, waits }: { record: ApplicantRecord; waits: boolean }) {
  return (
    <>
      {rejections > 0 && <Badge variant="out">{count(rejections, REJECTIONS)}</Badge>}
      {paid > 0 && <Badge variant="won">оплачено {count(paid, LOTS)}</Badge>}
      {isNew && waits && <Badge>Новый</Badge>}
    </>
  );
}

function ageOf(order: HouseOrder, now: number): string {
  const age = Math.max(0, now - Date.parse(order.created));
  return age < 60_000 ? "сейчас" : duration(age);
}

/** Refetches the counts when someone else decides the open request, so that they match its new state. */
function useCountsOf(houseId: number, open: HouseOrder | undefined): void {
  const client = useQueryClient();
  const seen = useRef(open);
  useEffect(() => {
    const before = seen.current;
    seen.current = open;
    if (!open || before?.orderId !== open.orderId || before.status === open.status) return;
    void client.invalidateQueries({ queryKey: orderCountsKey(houseId) });
  }, [client, houseId, open]);
}

/**
 * Announces requests that arrive while the page is open. Searches, orders, pages and decisions also bring rows into the
 * list that were not in it; only the time of a request tells.
 */
function useAnnouncedArrivals(orders: readonly HouseOrder[] | undefined): void {
  const [opened] = useState(serverNow);
  const announced = useRef(0);
  useEffect(() => {
    const [first] = (orders ?? [])
      .filter(({ orderId, created }) => orderId > announced.current && Date.parse(created) > opened)
      .sort((a, b) => b.orderId - a.orderId);
    if (!first) return;
    announced.current = first.orderId;
    announce(`Новая заявка: ${first.displayName ?? "без имени"}`);
  }, [orders, opened]);
}
