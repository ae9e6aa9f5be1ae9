import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Badge, type BadgeVariant } from "@/components/Badge/Badge";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { dayMonthTime } from "@/lib/format";
import { myOrdersOptions } from "@/trade/api/myOrders";
import { OrderStatus, orderStatusLabel } from "@/trade/enums";
import { houseUrl } from "@/trade/urls";
import css from "./account.module.css";

const VARIANT: Record<number, BadgeVariant> = {
  [OrderStatus.Pending]: "warn",
  [OrderStatus.Accepted]: "won",
  [OrderStatus.Rejected]: "out",
};

/** The user's registration requests and the houses' answers. */
export function MyRegistrations() {
  const query = useQuery(myOrdersOptions(true));
  const { data } = query;
  if (!data) return <Wait query={query} h={240} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="Вы ещё не регистрировались"
        action={{ label: "Аукционные дома", to: "/auctionHouses-all" }}
      >
        Чтобы делать ставки, отправьте заявку аукционному дому.
      </EmptyState>
    );
  }
  return (
    <ul className={css.list}>
      {data.map((order) => (
        <li key={order.orderId}>
          <div>
            <Link className="link" to={houseUrl({ id: order.houseId, nameRu: order.houseNameRu })}>
              {order.houseNameRu}
            </Link>
            <p className="caption">Заявка от {dayMonthTime(order.created)}</p>
            {order.note && <p className="small muted">{order.note}</p>}
            {order.conclusion && <p className="small">Ответ дома: {order.conclusion}</p>}
          </div>
          <div className="row">
            {order.isTrusted && <Badge variant="lead">Доверенный</Badge>}
            <Badge variant={VARIANT[order.status]}>{orderStatusLabel[order.status]}</Badge>
          </div>
        </li>
      ))}
    </ul>
  );
}
