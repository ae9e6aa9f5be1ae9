import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { RowSelectionState } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import type { CatalogShort, GridLot } from "@/lib/api/types";
import { count, dayMonthTime } from "@/lib/format";
import { gridOptions } from "@/staff/api/grid";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { BulkBar } from "@/staff/table/BulkBar";
import { useClassificator } from "@/trade/api/classificator";
import { catalogTypeLabel } from "@/trade/enums";
import { categoryNames } from "../model/columns";
import { exportLots } from "../model/listed";
import { lotsRulesOf } from "../model/lotsRules";
import { importUrl, newLotUrl } from "../model/lotsUrl";
import { openlyCreated } from "../model/published";
import { activeCell } from "../model/useActiveCell";
import { useLotsEditing } from "../model/useLotsEditing";
import { useRowsBeyond } from "../model/useRowsBeyond";
import { useShownLots } from "../model/useShownLots";
import { BulkActions } from "./BulkActions";
import type { CardsOrder } from "./LotCards";
import { LotsPageActions } from "./LotsPageActions";
import { LotsPanel } from "./LotsPanel";
import { LotsTally } from "./LotsTally";
import { LotsToolbar } from "./LotsToolbar";
import { AskNewLots, HoldNewLots, NewLotsBar } from "./NewLots";

interface CatalogLotsProps {
  houseId: number;
  /** Null: the storage. */
  catalog: CatalogShort | null;
  catalogs: readonly CatalogShort[];
  hasStorage: boolean;
  hasPostAuction: boolean;
  /** Chooses the catalog. */
  picker: ReactNode;
}

const LOTS = ["лот", "лота", "лотов"] as const;
const NO_LOTS: readonly GridLot[] = [];

/** The lots of a catalog or of the storage: listed, searched, edited, and changed many at once. */
export function CatalogLots(props: CatalogLotsProps) {
  const { houseId, catalog, catalogs, hasStorage, hasPostAuction, picker } = props;
  const catalogId = catalog?.id ?? null;
  const grid = useQuery(gridOptions(houseId, catalogId));
  const all = grid.data;
  const { data: tree } = useClassificator();
  const categories = useMemo(() => categoryNames(tree ?? []), [tree]);
  const rules = lotsRulesOf(catalog);
  const list = useShownLots(all, rules.onRequest);
  const editing = useLotsEditing(houseId, catalog, all ?? NO_LOTS);
  const { fresh, history, refresh } = editing;
  const beyond = useRowsBeyond(fresh, rules.takesMore);

  const [selection, setSelection] = useState<RowSelectionState>({});
  const selected = useMemo(() => (all ?? []).filter(({ id }) => selection[String(id)]), [all, selection]);
  const [selecting, setSelecting] = useState(false);
  const unselect = () => {
    setSelection({});
    setSelecting(false);
  };
  const [order, setOrder] = useState<CardsOrder>("number");
  const isPhone = useMediaQuery("(max-width: 45em)", false);
  // Rows that are no lots yet are corrected in their cells, which only the grid has.
  const hasCards = isPhone && fresh.lots.length === 0;
  const cards = hasCards
    ? {
        order,
        onOrder: setOrder,
        selecting,
        onSelecting: (on: boolean) => (on ? setSelecting(true) : unselect()),
      }
    : null;

  return (
    <StaffPage
      title="Лоты"
      note={noteOf(catalog, all)}
      crumbs={
        catalog
          ? [
              { label: "Каталоги", to: `/house-account/${houseId}/catalogs` },
              { label: catalog.title, to: `/house-account/${houseId}/catalogs/${catalog.id}` },
            ]
          : undefined
      }
      actions={
        <LotsPageActions
          addUrl={newLotUrl(houseId, catalogId)}
          importUrl={importUrl(houseId, catalog)}
          canExport={all !== undefined && all.length > 0}
          onExport={() => exportLots(list.lots, categories)}
        />
      }
    >
      {all && all.length > 0 && (
        <LotsTally
          lots={all}
          onRequest={rules.onRequest}
          only={list.only}
          onOnly={(only) => list.change({ only })}
          saleCheck={rules.hasCheck ? `/house-account/${houseId}/catalogs/${catalogId}?field=check` : null}
        />
      )}
      <LotsToolbar picker={picker} list={list} cards={cards} />
      <NewLotsBar fresh={fresh} />
      <LotsPanel
        houseId={houseId}
        catalog={catalog}
        grid={grid}
        list={list}
        rules={rules}
        editing={editing}
        beyond={beyond}
        cards={cards}
        categories={categories}
        selection={selection}
        onSelection={setSelection}
      />
      <AskNewLots
        rows={beyond.count}
        warning={openlyCreated(catalog)}
        onClose={beyond.dismiss}
        onCreate={beyond.create}
      />
      <HoldNewLots rows={fresh.left} />
      <BulkBar selected={selected.length} noun={LOTS} onClear={unselect} returnTo={activeCell}>
        <BulkActions
          selected={selected}
          catalogs={catalogs}
          catalogId={catalogId}
          hasStorage={hasStorage}
          hasPostAuction={hasPostAuction}
          onActed={(undo, done) => {
            unselect();
            if (undo) history.add(undo, done);
            refresh();
          }}
        />
      </BulkBar>
    </StaffPage>
  );
}

/** «12 лотов, классический аукцион, 5 мая, 18:00» */
function noteOf(catalog: CatalogShort | null, all: readonly GridLot[] | undefined): string {
  if (!catalog) return `${count(all?.length ?? 0, LOTS)}, не в каталоге`;
  return [
    count(all?.length ?? catalog.lotsCount, LOTS),
    catalogTypeLabel[catalog.catalogType]?.toLocaleLowerCase("ru"),
    catalog.startDate ? dayMonthTime(catalog.startDate) : null,
  ]
    .filter(Boolean)
    .join(", ");
}
