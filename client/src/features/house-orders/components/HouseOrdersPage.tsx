import { Badge, Button, SegmentedControl, Skeleton, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/RouteError";
import { Pager } from "@/components/Pager/Pager";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { tellSuccess } from "@/components/Toast/toasts";
import type { HouseOrder } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { OrderStatus, orderStatusLabel } from "@/lib/enums";
import { dayMonthTime, phone } from "@/lib/format";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { houseOrdersOptions, type OrderDecision, useDecideOrder } from "@/trade/api/registration";
import { mayDecideOrders } from "@/trade/rules/staff";
import css from "./HouseOrdersPage.module.css";

const FILTERS = [
  { value: "pending", label: "Ожидают", status: OrderStatus.Pending },
  { value: "accepted", label: "Подтверждены", status: OrderStatus.Accepted },
  { value: "rejected", label: "Отклонены", status: OrderStatus.Rejected },
  { value: "all", label: "Все", status: undefined },
] as const;

const VARIANT: Record<number, string> = {
  [OrderStatus.Pending]: "warn",
  [OrderStatus.Accepted]: "won",
  [OrderStatus.Rejected]: "out",
};

/** Registration requests of a house: its staff accept, accept with trust, or reject them. */
export default function HouseOrdersPage() {
  const { houseId } = useParams();
  const id = Number(houseId);
  const { user, initialized } = useSession();
  const allowed = user !== null && Number.isSafeInteger(id) && mayDecideOrders(user, id);
  if (!initialized) return <PageSkeleton />;
  if (!allowed) return <NotFound />;
  return (
    <StaffPage title="Заявки на участие">
      <Orders houseId={id} />
    </StaffPage>
  );
}

function Orders({ houseId }: { houseId: number }) {
  const [params, setParams] = useSearchParams();
  const filter = FILTERS.find(({ value }) => value === params.get("status")) ?? FILTERS[0];
  const pageNumber = Math.max(1, Number(params.get("page")) || 1);
  const { data, error, refetch } = useQuery(
    houseOrdersOptions({ houseId, status: filter.status, pageNumber }),
  );
  return (
    <>
      <SegmentedControl
        className={css.filter}
        aria-label="Состояние заявок"
        data={FILTERS.map(({ value, label }) => ({ value, label }))}
        value={filter.value}
        onChange={(status) => setParams(status === "pending" ? {} : { status })}
      />
      {error && !data ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={320} />
      ) : data.items.length === 0 ? (
        <EmptyState title={filter.value === "pending" ? "Все заявки разобраны" : "Таких заявок нет"} />
      ) : (
        <ul className={css.orders}>
          {data.items.map((order) => (
            <Order key={order.orderId} order={order} />
          ))}
        </ul>
      )}
      {data && <Pager page={data.currentPage} pages={data.totalPages} />}
    </>
  );
}

type Act = "accept" | "trust" | "reject";

const ACTS: Record<Act, { button: string; title: string; done: string }> = {
  accept: { button: "Принять", title: "Принять заявку", done: "Заявка принята" },
  trust: {
    button: "Принять и доверять",
    title: "Принять заявку и доверять",
    done: "Заявка принята, пользователь доверенный",
  },
  reject: { button: "Отклонить", title: "Отклонить заявку", done: "Заявка отклонена" },
};

function decision(act: Act, orderId: number, text: string): OrderDecision {
  const conclusion = text.trim() || null;
  if (act === "trust") return { trust: true, orderId, conclusion };
  const status = act === "accept" ? OrderStatus.Accepted : OrderStatus.Rejected;
  return { trust: false, orderId, conclusion, status };
}

function Order({ order }: { order: HouseOrder }) {
  const [act, setAct] = useState<Act | null>(null);
  const offered: Act[] = [];
  if (order.status !== OrderStatus.Accepted) offered.push("accept");
  if (!order.isTrusted) offered.push("trust");
  if (order.status !== OrderStatus.Rejected) offered.push("reject");
  return (
    <li className={css.order}>
      <div className={css.who}>
        <p className={css.name}>{order.displayName}</p>
        <p className="small num">
          {[order.phone ? phone(order.phone) : null, order.eMail].filter(Boolean).join(" · ")}
        </p>
        <p className="caption">Заявка от {dayMonthTime(order.created)}</p>
        {order.note && <p className="small muted">{order.note}</p>}
        {order.conclusion && <p className="small">Ответ: {order.conclusion}</p>}
      </div>
      <div className={css.badges}>
        {order.isTrusted && <Badge variant="lead">Доверенный</Badge>}
        <Badge variant={VARIANT[order.status]}>{orderStatusLabel[order.status]}</Badge>
      </div>
      <div className={css.acts}>
        {offered.map((offer) => (
          <Button key={offer} size="sm" onClick={() => setAct(offer)}>
            {ACTS[offer].button}
          </Button>
        ))}
      </div>
      {act && <Decide key={act} order={order} act={act} onClose={() => setAct(null)} />}
    </li>
  );
}

interface DecideProps {
  order: HouseOrder;
  act: Act;
  onClose: () => void;
}

/** Asks for the conclusion, which the applicant will read, before the decision. */
function Decide({ order, act, onClose }: DecideProps) {
  const decide = useDecideOrder();
  const [conclusion, setConclusion] = useState("");
  const words = ACTS[act];
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (decide.isPending) return;
          decide.mutate(decision(act, order.orderId, conclusion), {
            onSuccess: () => {
              tellSuccess(words.done, { life: 3000 });
              onClose();
            },
          });
        }}
      >
        <p className="small muted">{order.displayName}</p>
        <Textarea
          label="Заключение"
          description="Необязательно. Его прочитает участник"
          autosize
          minRows={3}
          maxLength={2000}
          value={conclusion}
          onChange={(event) => setConclusion(event.currentTarget.value)}
          data-autofocus
        />
        <Button
          type="submit"
          variant={act === "reject" ? "danger" : "bid"}
          fullWidth
          data-pending={decide.isPending || undefined}
        >
          {words.button}
        </Button>
      </form>
    </Dialog>
  );
}
