import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import type { PriceQuery } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { myQueriesOptions } from "@/trade/api/priceQueries";
import { PriceQueryBadge } from "@/trade/components/Badges/PriceQueryBadge";
import { PriceQueryStatus } from "@/trade/enums";
import { houseUrl, lotUrl } from "@/trade/urls";
import { useRemoveQuery } from "../api/priceQueries";
import css from "./account.module.css";

const titleOf = (query: PriceQuery) => query.lotTitleRu || "Без названия";

/** The user's price requests and the houses' answers. */
export function MyQueries() {
  const [params] = useSearchParams();
  const query = useQuery(myQueriesOptions(pageOfAddress(params)));
  const { data } = query;
  if (!data) return <Wait query={query} h={240} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title="Запросов пока нет" action={{ label: "Купить сейчас", to: "/buy" }}>
        Здесь будут ваши запросы о лотах галерей и ПостАукциона и ответы на них.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css.list}>
        {data.items.map((query) => (
          <QueryRow key={query.id} query={query} />
        ))}
      </ul>
      <Pager page={data.currentPage} pages={data.totalPages} />
    </>
  );
}

function QueryRow({ query }: { query: PriceQuery }) {
  return (
    <li>
      <div>
        <Link className="link" to={lotUrl({ id: query.targetId, titleRu: query.lotTitleRu })}>
          {titleOf(query)}
        </Link>
        <p className="caption">
          <Link className="link" to={houseUrl({ id: query.houseId, nameRu: query.houseNameRu })}>
            {query.houseNameRu}
          </Link>
          , {dayMonthTime(query.created)}
        </p>
        <p className={`small muted ${css.words}`}>{query.message}</p>
        {query.answer && (
          <p className={`small ${css.words}`}>
            Ответ дома{query.answered ? `, ${dayMonthTime(query.answered)}` : ""}: {query.answer}
          </p>
        )}
      </div>
      <div className="row">
        <PriceQueryBadge status={query.status} />
        <RemoveQuery query={query} />
      </div>
    </li>
  );
}

/** Withdraws an open request, or takes an answered one off the list, once the user has confirmed it. */
function RemoveQuery({ query }: { query: PriceQuery }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveQuery();
  const isOpen = query.status === PriceQueryStatus.Created;
  const action = isOpen ? "Отозвать" : "Убрать";
  return (
    <>
      <Button
        size="sm"
        aria-label={`${action} запрос: ${titleOf(query)}`}
        disabled={remove.isPending}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={isOpen ? "Отозвать запрос?" : "Убрать запрос из списка?"}
        confirm={action}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate(query.id);
        }}
      >
        <p className="small muted">
          {titleOf(query)}.{" "}
          {isOpen ? "Дом больше не увидит этот запрос." : "Ответ дома больше не будет виден вам."}
        </p>
      </ConfirmDialog>
    </>
  );
}
