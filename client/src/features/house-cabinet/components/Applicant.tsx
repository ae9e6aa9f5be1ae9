import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button, type ButtonVariant } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { HouseOrder, UntrustedMark } from "@/lib/api/types";
import { dayMonth, dayMonthTime, phone, phoneUrl, price } from "@/lib/format";
import { Figures } from "@/staff/blocks/Block";
import { Email } from "@/staff/people/Email";
import { lotUrl } from "@/trade/urls";
import { applicantHistoryOptions } from "../api/applicant";
import { ORDER_ACTIONS, type OrderAction, offeredActions } from "../model/decisions";
import { cabinetUrl } from "../model/sections";
import { Conclusion } from "./Conclusion";
import css from "./orders.module.css";
import { StatusBadge } from "./StatusBadge";

const LOOK: Record<OrderAction, ButtonVariant> = { accept: "bid", trust: "default", reject: "default" };

interface ApplicantProps {
  order: HouseOrder;
  /** The conclusion as it is written so far. */
  conclusion: string;
  onConclusion: (conclusion: string) => void;
  onDecide: (action: OrderAction, order: HouseOrder, conclusion: string) => void;
  /** Back to the list, on a phone. */
  onBack: () => void;
}

/** One applicant: what they did in this house before, how to reach them, and the decision. */
export function Applicant({ order, conclusion, onConclusion, onDecide, onBack }: ApplicantProps) {
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const offered = offeredActions(order);
  const decide = (action: OrderAction) => {
    if (!offered.includes(action)) return;
    if (action === "reject" && conclusion.trim() === "") {
      setMissing(true);
      field.current?.focus();
    } else onDecide(action, order, conclusion);
  };
  useHotkeys([
    ["A", () => decide("accept"), { usePhysicalKeys: true }],
    ["T", () => decide("trust"), { usePhysicalKeys: true }],
    // By the key, a rejection asks for its conclusion first; Ctrl+Enter there sends it.
    ["R", () => field.current?.focus(), { usePhysicalKeys: true }],
  ]);
  return (
    <section className={css.one} aria-label={order.displayName ?? "Заявка"}>
      <Button
        size="xs"
        variant="quiet"
        className="only-phone"
        leftSection={<Icon name="left" size="s" />}
        onClick={onBack}
      >
        Все заявки
      </Button>
      <div className={css.oneHead}>
        <div>
          <h2>{order.displayName ?? "Без имени"}</h2>
          <p className="small muted">Заявка от {dayMonthTime(order.created)}</p>
        </div>
        <div className="row">
          {order.isTrusted && <Badge variant="lead">Доверенный</Badge>}
          {order.untrusted && <Badge variant="out">Особый список</Badge>}
          <StatusBadge status={order.status} />
        </div>
      </div>
      {order.untrusted && <UntrustedNote mark={order.untrusted} houseId={order.houseId} />}
      <History orderId={order.orderId} />
      <div className={css.acts}>
        {offered.map((action) => (
          <Button
            key={action}
            variant={LOOK[action]}
            size="sm"
            aria-keyshortcuts={ORDER_ACTIONS[action].key}
            rightSection={<Kbd>{ORDER_ACTIONS[action].key}</Kbd>}
            onClick={() => decide(action)}
          >
            {ORDER_ACTIONS[action].button}
          </Button>
        ))}
      </div>
      <dl className={css.facts}>
        <dt>Телефон</dt>
        <dd className="num">
          {order.phone ? <a href={phoneUrl(order.phone)}>{phone(order.phone)}</a> : "Не указан"}
        </dd>
        <dt>E-mail</dt>
        <dd>
          {order.eMail ? (
            <a href={`mailto:${order.eMail}`}>
              <span>
                <Email address={order.eMail} />
              </span>
            </a>
          ) : (
            "Не указан"
          )}
        </dd>
        {order.note && (
          <>
            <dt>Пояснение</dt>
            <dd>{order.note}</dd>
          </>
        )}
      </dl>
      <div className={css.conclusion}>
        <Conclusion
          ref={field}
          value={conclusion}
          onChange={onConclusion}
          description="Его прочитает участник. Решение можно отменить 10 секунд, потом оно остаётся в журнале"
          missing={missing}
          onReject={() => decide("reject")}
        />
      </div>
    </section>
  );
}

/** Why the person is on the house's untrusted list, who put them there, and when. */
function UntrustedNote({ mark, houseId }: { mark: UntrustedMark; houseId: number }) {
  const by = [mark.addedBy, dayMonthTime(mark.created)].filter(Boolean).join(", ");
  return (
    <aside className={css.untrusted} aria-label="Особый список">
      <Icon name="flag" size="s" />
      <p>
        {mark.reason ?? "Причина не указана"}
        <small>
          {by}.{" "}
          <Link className="link" to={cabinetUrl(houseId, "untrusted")}>
            Особый список
          </Link>
        </small>
      </p>
    </aside>
  );
}

function History({ orderId }: { orderId: number }) {
  const { data, isError, refetch } = useQuery(applicantHistoryOptions(orderId));
  if (isError) {
    return (
      <p className={`small muted ${css.noHistory}`}>
        История участника не загрузилась.{" "}
        <Button size="xs" variant="quiet" onClick={() => void refetch()}>
          Повторить
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton h={72} className={css.noHistory} />;
  const unpaid = data.won - data.paid;
  return (
    <>
      <div className={css.history}>
        <Figures
          figures={[
            { value: data.sales, label: "торгов с вами" },
            { value: data.bets, label: "ставок" },
            { value: data.won, label: "куплено" },
            {
              value: data.paid,
              label: "оплачено",
              tone: data.won > 0 ? (unpaid > 0 ? "bad" : "ok") : undefined,
            },
            { value: data.rejections, label: "отказов", tone: data.rejections > 0 ? "bad" : undefined },
          ]}
        />
      </div>
      {data.purchases.length > 0 && (
        <ul className={css.purchases} aria-label="Последние покупки у вас">
          {data.purchases.slice(0, 3).map((lot) => (
            <li key={lot.lotId}>
              <span>
                <Link className="link" to={lotUrl({ id: lot.lotId, titleRu: lot.titleRu })}>
                  {lot.titleRu}
                </Link>
                <small>
                  {dayMonth(lot.at)}, {lot.isPaid ? "оплачен" : "не оплачен"}
                </small>
              </span>
              <b className="num">{price(lot.value, lot.currency)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
