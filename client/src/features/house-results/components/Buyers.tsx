import { SegmentedControl } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { CatalogShort, LotBidder, LotResult, SaleResults } from "@/lib/api/types";
import { count, price } from "@/lib/format";
import { useChosenInView } from "@/lib/useChosenInView";
import { usePendingActions } from "@/staff/actions/pendingActions";
import { exportHouseList } from "@/staff/api/houseExport";
import { Block } from "@/staff/blocks/Block";
import { bidderNumber, isOwed, isSold, isUnsold } from "@/staff/results/totals";
import { localPage, localSorts } from "@/staff/table/localPage";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import segments from "@/staff/table/segments.module.css";
import { useTableState } from "@/staff/table/useTableState";
import { leaderOf } from "@/trade/rules/together";
import { paidKey, payLots } from "../model/pay";
import { LOTS } from "../model/sale";
import { Buyer, LotName, LotPicture, PriceOf, Underbidder } from "./BuyerCells";
import css from "./HouseResultsPage.module.css";
import { Payment } from "./Payment";

type Among = "all" | "owed" | "unsold";

const FILTERS = ["among"] as const;
/** The sale is the page's, not the list's: a view is for all sales. */
const KEEPS = ["catalog"] as const;

interface BuyerRow {
  lot: LotResult;
  /** Who leads; of lots that are sold as one, the first has the bets. */
  buyer: LotBidder | null;
}

const SORTS = localSorts<BuyerRow>([
  { id: "number", sortable: "asc" },
  { id: "title", sortable: "asc" },
  { id: "start", sortable: "desc" },
  { id: "price", sortable: "desc" },
  { id: "buyer", sortable: "asc" },
]);

interface BuyersProps {
  houseId: number;
  sale: CatalogShort;
  results: SaleResults;
}

/** The lots of a sale with who leads or has bought each. */
export function Buyers({ houseId, sale, results }: BuyersProps) {
  const state = useTableState(FILTERS, SORTS);
  const client = useQueryClient();
  const pending = usePendingActions();
  const wanted = state.filter("among");
  const among: Among = wanted === "owed" || wanted === "unsold" ? wanted : "all";
  const filters = useChosenInView(among);
  const { currency } = results;
  const offered = results.lots.filter(({ hidden }) => !hidden);
  const lots = { all: offered, owed: offered.filter(isOwed), unsold: offered.filter(isUnsold) };
  const leaders = new Map(results.lots.map(({ catalogLotId, leader }) => [catalogLotId, leader]));
  const rows = lots[among].map((lot) => ({
    lot,
    buyer: leaders.get(leaderOf(lot) ?? lot.catalogLotId) ?? null,
  }));
  const payment = ({ lot }: BuyerRow) => isSold(lot) && <Payment lot={lot} catalogId={sale.id} />;
  const columns: readonly StaffColumn<BuyerRow>[] = [
    {
      id: "number",
      title: "Лот",
      sortable: "asc",
      numeric: true,
      width: 64,
      render: ({ lot }) => lot.catalogLotId,
      value: ({ lot }) => lot.catalogLotId,
    },
    { id: "picture", title: "Фото", bare: true, width: 54, render: ({ lot }) => <LotPicture lot={lot} /> },
    {
      id: "title",
      title: "Название и автор",
      sortable: "asc",
      render: ({ lot }) => <LotName houseId={houseId} lot={lot} />,
      value: ({ lot }) => lot.titleRu,
    },
    {
      id: "start",
      title: "Старт",
      sortable: "desc",
      numeric: true,
      width: 104,
      render: ({ lot }) => (lot.start === 0 ? "по запросу" : price(lot.start, currency)),
      value: ({ lot }) => lot.start || null,
    },
    {
      id: "price",
      title: "Цена",
      sortable: "desc",
      numeric: true,
      width: 112,
      render: ({ lot }) => <PriceOf lot={lot} currency={currency} />,
      value: ({ lot }) => lot.leader?.value ?? null,
    },
    {
      id: "buyer",
      title: "Покупатель",
      sortable: "asc",
      width: 222,
      render: (row) => <Buyer {...row} catalogId={sale.id} currency={currency} />,
      value: ({ buyer }) => buyer && (buyer.displayName ?? bidderNumber(buyer)),
    },
    {
      id: "underbidder",
      title: "Предыдущая ставка",
      width: 154,
      render: ({ lot }) => <Underbidder lot={lot} currency={currency} />,
    },
    { id: "payment", title: "Оплата", width: 172, render: payment },
  ];
  const found = localPage(rows, state, columns, ({ lot, buyer }) =>
    [
      lot.catalogLotId,
      lot.titleRu,
      ...lot.author,
      buyer?.displayName,
      buyer?.phone,
      buyer?.eMail,
      buyer && bidderNumber(buyer),
    ].join(" "),
  );
  return (
    <Block title="Лоты и покупатели" className={css.buyers}>
      <StaffTable
        name="buyers"
        keeps={KEEPS}
        label="Лоты и покупатели"
        noun={LOTS}
        rowId={({ lot }) => lot.id}
        rowLabel={({ lot }) => `лот ${lot.catalogLotId}`}
        columns={columns}
        query={{ data: found.page, error: null, isFetching: false, refetch: () => undefined }}
        state={state}
        ownOrder="number"
        search="Лот или покупатель"
        filters={
          <SegmentedControl
            ref={filters}
            className={segments.segments}
            aria-label="Какие лоты"
            value={among}
            onChange={(value) => state.setFilter("among", value === "all" ? null : value)}
            data={[
              { value: "all", label: `Все, ${lots.all.length}` },
              { value: "owed", label: `Ждут оплаты, ${lots.owed.length}` },
              { value: "unsold", label: `Не проданы, ${lots.unsold.length}` },
            ]}
          />
        }
        onExport={() => exportHouseList(houseId, "Покупатели", { list: "buyers", catalogId: sale.id })}
        card={(row) => (
          <div className={css.card}>
            <LotPicture lot={row.lot} />
            <div>
              <p className="caption">Лот {row.lot.catalogLotId}</p>
              <LotName houseId={houseId} lot={row.lot} />
              <div>
                <PriceOf lot={row.lot} currency={currency} />
              </div>
              <Buyer {...row} catalogId={sale.id} currency={currency} />
              {payment(row)}
            </div>
          </div>
        )}
        bulk={(selected, clear) => {
          const owed = selected
            .map(({ lot }) => lot)
            .filter((lot) => isOwed(lot) && !pending.has(paidKey(lot)));
          return owed.length === 0 ? (
            <span>Выберите лоты, которые ждут оплаты</span>
          ) : (
            <Button
              variant="quiet"
              onClick={() => {
                payLots(client, sale.id, owed);
                clear();
              }}
            >
              Отметить оплату: {count(owed.length, LOTS)}
            </Button>
          );
        }}
        empty={<EmptyState title="Лотов пока нет">Здесь появятся лоты торгов и их покупатели.</EmptyState>}
      />
    </Block>
  );
}
