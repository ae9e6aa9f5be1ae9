import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { CatalogShort } from "@/lib/api/types";
import { count, dayMonth, percent, price, quoted } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { BlockFault } from "@/staff/blocks/BlockFault";
import { Remedy, RemedyAwaited } from "@/staff/blocks/Remedy";
import { resultsOptions } from "@/staff/results/results";
import { totalsOf } from "@/staff/results/totals";
import { CatalogState } from "@/trade/enums";
import { cabinetUrl } from "../model/sections";
import css from "./today.module.css";

const LOT = ["лот", "лота", "лотов"] as const;
const SOLD = ["лот продан", "лота проданы", "лотов продано"] as const;
/** How many past sales are watched for payments. */
const WATCHED = 3;

/** The last sales that sold anything, latest first. */
export function pastSales(sales: readonly CatalogShort[]): CatalogShort[] {
  return sales
    .filter(({ state, soldCount }) => state === CatalogState.Completed && soldCount > 0)
    .sort((a, b) => (b.endDate ?? "").localeCompare(a.endDate ?? ""))
    .slice(0, WATCHED);
}

const resultsUrl = (sale: CatalogShort, among = "") =>
  cabinetUrl(sale.houseId, `results?catalog=${sale.id}${among && `&among=${among}`}`);

/** The past sales with sold lots that are not paid for, each as a row of «Требует внимания». */
export function Unpaid({ sales }: { sales: readonly CatalogShort[] }) {
  const results = useQueries({ queries: sales.map(({ id }) => resultsOptions(id, false)) });
  const isPaid = results.every(({ data }) => {
    const totals = data && totalsOf(data);
    return totals && totals.sold === totals.paid;
  });
  if (results.some(({ isPending }) => isPending)) return <RemedyAwaited />;
  if (sales.length > 0 && isPaid)
    return <Remedy tone="ok" title="Проданные лоты последних торгов оплачены" />;
  return sales.map((sale, at) => {
    const data = results[at]?.data;
    const totals = data && totalsOf(data);
    if (!totals || totals.sold === totals.paid) return null;
    const when = sale.endDate ? ` ${dayMonth(sale.endDate)}` : "";
    return (
      <Remedy
        key={sale.id}
        tone="warn"
        title={`${count(totals.sold - totals.paid, SOLD)}${when}, оплаты ещё нет`}
        note={`${quoted(sale.title)}, на ${price(totals.amount - totals.paidAmount, data.currency)} без комиссии`}
      >
        <Button size="xs" component={Link} to={resultsUrl(sale, "owed")}>
          Открыть
        </Button>
      </Remedy>
    );
  });
}

/** What the last sale brought, and what is still to come. */
export function LastMoney({ sale }: { sale: CatalogShort }) {
  const { data, isError, refetch } = useQuery(resultsOptions(sale.id, false));
  const totals = data && totalsOf(data);
  const amount = (value: number) => price(value, data?.currency);
  return (
    <Block
      title="Деньги последних торгов"
      aside={
        <Link className="link small" to={resultsUrl(sale)}>
          Результаты
        </Link>
      }
    >
      <p className={css.running}>
        {sale.title}
        {sale.endDate && <small>завершены {dayMonth(sale.endDate)}</small>}
      </p>
      {isError && !data ? (
        <BlockFault what="Результаты не загрузились" retry={() => void refetch()} />
      ) : !totals ? (
        <Skeleton h={132} data-rows />
      ) : (
        <dl className={css.money}>
          <div>
            <dt>Продано, {count(totals.sold, LOT)}</dt>
            <dd>{amount(totals.amount)}</dd>
          </div>
          <div>
            <dt>Комиссия {percent(data.commission)}</dt>
            <dd>{amount(totals.commission)}</dd>
          </div>
          <div>
            <dt>Оплачено, {count(totals.paid, LOT)}</dt>
            <dd>{amount(totals.paidAmount)}</dd>
          </div>
          <div data-total>
            <dt>Ждём оплаты без&nbsp;комиссии, {count(totals.sold - totals.paid, LOT)}</dt>
            <dd>{amount(totals.amount - totals.paidAmount)}</dd>
          </div>
        </dl>
      )}
    </Block>
  );
}
