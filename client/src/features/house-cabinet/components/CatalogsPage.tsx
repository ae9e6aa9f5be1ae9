import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import type { CatalogShort } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, dayMonth, moscow, moscowTime, percent } from "@/lib/format";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { everyPage } from "@/staff/table/everyPage";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { CatalogState, CatalogType, catalogTypeLabel } from "@/trade/enums";
import { isRunning } from "../api/cabinet";
import { CATALOG_SORTS, readSales, salesOptions } from "../api/catalogs";
import { STATE_LABEL } from "../model/catalogForm";
import { cabinetUrl } from "../model/sections";

const LOTS = ["лот", "лота", "лотов"] as const;
const FILTERS = ["scope", "type"];

const COLUMNS: readonly StaffColumn<CatalogShort>[] = [
  {
    id: "title",
    title: "Каталог",
    sortable: "asc",
    render: (sale) => (
      <Link to={cabinetUrl(sale.houseId, `catalogs/${sale.id}`)}>
        <b>{sale.title}</b>
        <small>{catalogTypeLabel[sale.catalogType]}</small>
      </Link>
    ),
    value: (sale) => sale.title,
  },
  {
    id: "state",
    title: "Состояние",
    width: 150,
    render: (sale) => <SaleState sale={sale} />,
    value: (sale) => STATE_LABEL[sale.state] ?? "",
  },
  {
    id: "start",
    title: "Начало",
    sortable: "desc",
    width: 190,
    render: (sale) => (sale.startDate ? moscow(sale.startDate) : "Без даты"),
    value: (sale) => (sale.startDate ? moscow(sale.startDate) : null),
  },
  {
    id: "end",
    title: "Окончание",
    sortable: "desc",
    width: 190,
    optional: true,
    render: (sale) => (sale.endDate ? moscow(sale.endDate) : "–"),
    value: (sale) => (sale.endDate ? moscow(sale.endDate) : null),
  },
  {
    id: "lots",
    title: "Лотов",
    sortable: "desc",
    width: 92,
    numeric: true,
    render: (sale) => sale.lotsCount,
    value: (sale) => sale.lotsCount,
  },
  {
    id: "sold",
    title: "Продано",
    sortable: "desc",
    width: 112,
    numeric: true,
    render: (sale) => sale.soldCount,
    value: (sale) => sale.soldCount,
  },
  {
    id: "commission",
    title: "Комиссия",
    sortable: "desc",
    width: 120,
    numeric: true,
    optional: true,
    render: (sale) => percent(sale.commission),
    value: (sale) => sale.commission,
  },
];

/** «2 декабря, 09:30 (МСК)», of another year with the year. */
const startOf = ({ startDate }: CatalogShort) =>
  startDate ? `${dayMonth(startDate, serverNow())}, ${moscowTime(startDate)}` : "Без даты";

function SaleState({ sale }: { sale: Pick<CatalogShort, "state" | "hidden"> }) {
  const variant = isRunning(sale.state)
    ? "won"
    : sale.state === CatalogState.Canceled
      ? "out"
      : sale.state === CatalogState.Scheduled
        ? "warn"
        : "default";
  return (
    <span className="row">
      <Badge variant={variant}>{STATE_LABEL[sale.state]}</Badge>
      {sale.hidden && <Badge>Скрыт</Badge>}
    </span>
  );
}

/** The sales of a house: drafts, coming, running and past. */
export default function CatalogsPage() {
  const houseId = Number(useParams().houseId);
  return <Catalogs houseId={houseId} />;
}

function Catalogs({ houseId }: { houseId: number }) {
  const state = useTableState(FILTERS, CATALOG_SORTS);
  const navigate = useNavigate();
  const filters = {
    houseId,
    scope: state.filter("scope"),
    catalogType: state.filter("type"),
    search: state.search,
    sort: state.sort,
  };
  const query = useQuery(salesOptions({ ...filters, pageNumber: state.page }));
  const create = (
    <Button
      size="xs"
      component={Link}
      to={cabinetUrl(houseId, "catalogs/new")}
      leftSection={<Icon name="plus" size="s" />}
    >
      Новый каталог
    </Button>
  );
  return (
    <StaffPage title="Каталоги" actions={create}>
      <StaffTable
        name="catalogs"
        label="Каталоги дома"
        noun={["каталог", "каталога", "каталогов"]}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        columns={COLUMNS}
        query={query}
        state={state}
        ownOrder="Сначала идущие"
        search="Найти каталог"
        filters={
          <>
            <Select
              aria-label="Состояние"
              w={180}
              data={[
                { value: "", label: "Все состояния" },
                { value: "current", label: "Идут" },
                { value: "future", label: "Будущие" },
                { value: "results", label: "Прошедшие" },
              ]}
              value={state.filter("scope")}
              onChange={(value) => state.setFilter("scope", value)}
            />
            <Select
              aria-label="Вид торгов"
              w={220}
              data={[
                { value: "", label: "Все виды торгов" },
                ...[CatalogType.Classic, CatalogType.Parallel].map((type) => ({
                  value: String(type),
                  label: catalogTypeLabel[type] ?? "",
                })),
              ]}
              value={state.filter("type")}
              onChange={(value) => state.setFilter("type", value)}
            />
          </>
        }
        card={(sale) => (
          <Link to={cabinetUrl(houseId, `catalogs/${sale.id}`)}>
            <b>{sale.title}</b>
            <p className="caption">{[startOf(sale), count(sale.lotsCount, LOTS)].join(" · ")}</p>
            <SaleState sale={sale} />
          </Link>
        )}
        onOpen={(sale) => void navigate(cabinetUrl(houseId, `catalogs/${sale.id}`))}
        all={() => everyPage((pageNumber) => readSales({ ...filters, pageNumber }))}
        empty={
          <EmptyState
            title="Каталогов пока нет"
            action={{ label: "Новый каталог", to: cabinetUrl(houseId, "catalogs/new") }}
          >
            Создайте черновик: покупатели увидят его, когда вы его опубликуете.
          </EmptyState>
        }
      />
    </StaffPage>
  );
}
