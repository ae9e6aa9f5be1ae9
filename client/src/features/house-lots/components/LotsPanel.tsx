import type { UseQueryResult } from "@tanstack/react-query";
import type { RowSelectionState } from "@tanstack/react-table";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { tellError } from "@/components/Toast/toasts";
import type { CatalogShort, GridLot } from "@/lib/api/types";
import type { CategoryNames } from "../model/columns";
import type { LotsRules } from "../model/lotsRules";
import { importUrl, newLotUrl } from "../model/lotsUrl";
import { openlyCreated } from "../model/published";
import type { LotsEditing } from "../model/useLotsEditing";
import type { RowsBeyond } from "../model/useRowsBeyond";
import type { ShownLots } from "../model/useShownLots";
import { LotCards } from "./LotCards";
import { LotsGrid } from "./LotsGrid";
import type { CardsMode } from "./LotsToolbar";
import { PasteLots } from "./PasteLots";

interface LotsPanelProps {
  houseId: number;
  /** Null: the storage. */
  catalog: CatalogShort | null;
  /** All lots of the catalog. */
  grid: UseQueryResult<readonly GridLot[]>;
  list: ShownLots;
  rules: LotsRules;
  editing: LotsEditing;
  beyond: RowsBeyond;
  /** Null where the grid stands in place of the cards. */
  cards: CardsMode | null;
  categories: CategoryNames;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
}

/** The lots as a grid or as cards, or why there are none. */
export function LotsPanel(props: LotsPanelProps) {
  const { houseId, grid, list, rules, editing, beyond, cards, categories, selection, onSelection } = props;
  const { fresh } = editing;
  const all = grid.data;
  if (!all) return <Wait query={grid} h={440} />;
  if (all.length + fresh.lots.length === 0) return <NoLots {...props} />;
  if (list.lots.length + fresh.lots.length === 0) {
    return (
      <EmptyState
        title="Ничего не найдено"
        action={{ label: "Показать все", onClick: () => list.change({ q: null, only: null }) }}
      />
    );
  }
  if (cards) {
    return (
      <LotCards
        lots={list.lots}
        houseId={houseId}
        pricesOnRequest={rules.onRequest}
        order={cards.order}
        selecting={cards.selecting}
        selection={selection}
        onSelection={onSelection}
      />
    );
  }
  return (
    <LotsGrid
      lots={list.lots}
      all={all}
      houseId={houseId}
      categories={categories}
      pricesOnRequest={rules.onRequest}
      visibility={list.visibility}
      selection={selection}
      onSelection={onSelection}
      edits={editing.edits}
      onSave={editing.save}
      onUndo={editing.history.undo}
      onOrder={rules.isOrdered ? editing.renumber : undefined}
      fresh={fresh}
      onPasted={(rows, faults, changes) => {
        beyond.take(rows, changes);
        if (faults > 0) tellError(`Не вставлено значений: ${faults}. Они отмечены в таблице`);
      }}
    />
  );
}

/** The ways to the first lots: one at a time, or many pasted at once. */
function NoLots({ houseId, catalog, rules, list, categories, editing }: LotsPanelProps) {
  return (
    <>
      <EmptyState
        title="Лотов пока нет"
        action={{ label: "Добавить лот", to: newLotUrl(houseId, catalog?.id ?? null) }}
      >
        Добавьте первый лот, загрузите файл на странице импорта или вставьте строки из таблицы.
      </EmptyState>
      {rules.takesMore && (
        <PasteLots
          columns={list.visibleColumns}
          categories={categories}
          warning={openlyCreated(catalog)}
          importUrl={importUrl(houseId, catalog)}
          onCreate={editing.fresh.add}
        />
      )}
    </>
  );
}
