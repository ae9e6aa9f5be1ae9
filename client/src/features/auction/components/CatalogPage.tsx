import { Button, TextInput } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { Countdown } from "@/components/Countdown/Countdown";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { Pager } from "@/components/Pager/Pager";
import { RichText } from "@/components/RichText/RichText";
import { Select } from "@/components/Select/Select";
import { api, call } from "@/lib/api/client";
import type { Catalog } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { CatalogState, CatalogType, catalogTypeLabel, LotSorting } from "@/lib/enums";
import { count, dayMonthTime, percent } from "@/lib/format";
import { auctionUrl, houseUrl } from "@/lib/urls";
import { catalogKey } from "@/trade/api/catalog";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { RehearsalMark } from "@/trade/components/Rehearsal/RehearsalMark";
import { mergeLot } from "@/trade/live/mergeLot";
import { useConnectionStatus, useRoom } from "@/trade/live/useRoom";
import { isFinished, isLive, isRunning } from "@/trade/rules/trading";
import css from "./CatalogPage.module.css";
import { SaleControls } from "./SaleControls";
import { SaleResults } from "./SaleResults";
import { SaleSoon } from "./SaleSoon";

const PAGE_SIZE = 20;
const LOTS = ["лот", "лота", "лотов"] as const;

const SORTINGS = [
  { value: String(LotSorting.LotNumberAsc), label: "По номеру: с первого" },
  { value: String(LotSorting.LotNumberDesc), label: "По номеру: с последнего" },
  { value: String(LotSorting.PriceAsc), label: "Сначала дешевле" },
  { value: String(LotSorting.PriceDesc), label: "Сначала дороже" },
];

const STATUSES = [
  { value: "all", label: "Все лоты" },
  { value: "trading", label: "В торгах" },
  { value: "withbets", label: "Со ставками" },
  { value: "sold", label: "Продано" },
  { value: "notsold", label: "Не продано" },
] as const;

type Status = (typeof STATUSES)[number]["value"];

interface Filters {
  pageNumber: number;
  sorting: number;
  search: string | undefined;
  status: Status;
}

const lotsOptions = (catalogId: number, filters: Filters) =>
  queryOptions({
    queryKey: [...catalogKey(catalogId), "lots", filters],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/catalog/{id}/lots", {
          params: { path: { id: catalogId }, query: { ...filters, pageSize: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

interface CatalogPageProps {
  catalog: Catalog;
  banner: ReactNode;
}

/** The lots of an auction. Filters and order are in the address; prices and ends follow the room. */
export default function CatalogPage({ catalog, banner }: CatalogPageProps) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const lots = useQuery(lotsOptions(catalog.id, filters));
  const room = useRoom(catalog.id, {
    onRejoined: () => void client.invalidateQueries({ queryKey: catalogKey(catalog.id) }),
  });
  const connection = useConnectionStatus();
  const state = room.catalog && room.catalog.version >= catalog.version ? room.catalog.state : catalog.state;
  const items = lots.data?.items.map((lot) => ({ ...mergeLot(lot, room.lots[lot.id]), catalogState: state }));

  const traded = catalog.catalogType === CatalogType.Classic || catalog.catalogType === CatalogType.Parallel;
  const set = (name: string, value: string | null) =>
    setParams((known) => {
      const next = new URLSearchParams(known);
      if (value) next.set(name, value);
      else next.delete(name);
      next.delete("page");
      return next;
    });

  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Онлайн аукционы", to: "/auctions" },
          { label: catalog.title },
        ]}
      />
      <PageHeading aside={isRunning(state) && <ConnectionBadge status={connection} />}>
        {catalog.title}
      </PageHeading>
      <div className={css.about}>
        {catalog.rehearsalOf !== null && (
          <p className="row row--2 row--wrap">
            <RehearsalMark catalog={catalog} />
          </p>
        )}
        <p>
          <Link className="link" to={houseUrl({ id: catalog.houseId, nameRu: catalog.houseNameRu })}>
            {catalog.houseNameRu}
          </Link>{" "}
          · {catalogTypeLabel[catalog.catalogType]} · {count(catalog.lotsCount, LOTS)}
          {catalog.commission > 0 && ` · комиссия ${percent(catalog.commission)}`}
        </p>
        <SaleTime catalog={catalog} state={state} />
        {catalog.descriptionRu && <RichText className={css.text} html={catalog.descriptionRu} />}
      </div>
      {catalog.catalogType === CatalogType.Classic && isLive({ ...catalog, state }, serverNow()) && (
        <p className={css.enter}>
          <Button component={Link} to={auctionUrl(catalog)} variant="bid">
            Войти в зал
          </Button>
        </p>
      )}
      {catalog.isController && <SaleControls catalog={catalog} state={state} />}
      {state === CatalogState.Scheduled && catalog.startDate && (
        <SaleSoon catalog={catalog} start={Date.parse(catalog.startDate)} />
      )}
      {state === CatalogState.Completed && traded && <SaleResults catalog={catalog} />}
      {!isFinished(state) && banner}

      <div className={css.toolbar}>
        <SearchLots initial={filters.search ?? ""} onSearch={(text) => set("search", text)} />
        <Select
          aria-label="Показать"
          data={STATUSES}
          value={filters.status}
          onChange={(value) => set("status", value === "all" ? null : value)}
        />
        <Select
          aria-label="Порядок"
          data={SORTINGS}
          value={String(filters.sorting)}
          onChange={(value) => set("sort", value === String(LotSorting.LotNumberAsc) ? null : value)}
        />
      </div>
      {lots.isError && !items ? (
        <Fault error={lots.error} retry={() => void lots.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState
          title="Ничего не найдено"
          action={{ label: "Показать все лоты", to: `${auctionUrl(catalog)}?viewType=catalog` }}
        >
          Попробуйте изменить запрос или показать лоты с другим состоянием.
        </EmptyState>
      ) : (
        <LotGrid
          lots={items}
          columns={4}
          skeletons={8}
          highlight={filters.search}
          eager={4}
          headingLevel={2}
        />
      )}
      {lots.data && <Pager page={lots.data.currentPage} pages={lots.data.totalPages} />}
    </div>
  );
}

function filtersOf(params: URLSearchParams): Filters {
  const page = Number(params.get("page"));
  const sort = params.get("sort");
  const status = params.get("status");
  return {
    pageNumber: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sorting: SORTINGS.some(({ value }) => value === sort) ? Number(sort) : LotSorting.LotNumberAsc,
    search: params.get("search")?.trim() || undefined,
    status: STATUSES.find(({ value }) => value === status)?.value ?? "all",
  };
}

function SaleTime({ catalog, state }: { catalog: Catalog; state: number }) {
  if (state === CatalogState.Canceled) return <p>Аукцион отменён</p>;
  if (state === CatalogState.Completed) {
    return <p>Аукцион завершён{catalog.endDate && ` ${dayMonthTime(catalog.endDate)}`}</p>;
  }
  if (isRunning(state)) {
    return (
      <p className="row row--2 row--wrap">
        <Live>Идут торги</Live>
        {catalog.endDate && catalog.catalogType === CatalogType.Parallel && (
          <>
            <Countdown end={Date.parse(catalog.endDate)} over="Идут продления" />
            <span className="caption">
              Окончание {dayMonthTime(catalog.endDate)}. Ставка в последние 5 минут продлевает торги
            </span>
          </>
        )}
      </p>
    );
  }
  if (state === CatalogState.Temporary) return <p>Черновик</p>;
  return null;
}

function SearchLots({ initial, onSearch }: { initial: string; onSearch: (text: string | null) => void }) {
  const [text, setText] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim() || null);
  };
  return (
    <search className={css.search}>
      <form onSubmit={submit}>
        <TextInput
          aria-label="Поиск по лотам аукциона"
          placeholder="Номер, название или автор"
          leftSection={<Icon name="search" />}
          value={text}
          type="search"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
