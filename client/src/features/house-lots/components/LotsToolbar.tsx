import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { RemovableChip } from "@/components/Chip/Chip";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { ViewsMenu } from "@/staff/table/ViewsMenu";
import type { ShownLots } from "../model/useShownLots";
import css from "./HouseLotsPage.module.css";
import { type CardsOrder, OrderSelect } from "./LotCards";
import { onlyWords } from "./LotsTally";
import { KEEPS, LotsView } from "./LotsView";

/** How cards are ordered, and whether a press selects one. */
export interface CardsMode {
  order: CardsOrder;
  onOrder: (order: CardsOrder) => void;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

interface LotsToolbarProps {
  /** Chooses the catalog. */
  picker: ReactNode;
  list: ShownLots;
  /** Null where the grid stands in place of the cards. */
  cards: CardsMode | null;
}

/** Chooses the catalog, searches its lots, and says how they are shown. */
export function LotsToolbar({ picker, list, cards }: LotsToolbarProps) {
  const { lots, query, only, columns, change } = list;
  return (
    <div className={css.tools}>
      {picker}
      <SearchInput
        label="Поиск по лотам"
        placeholder="Номер, автор, название"
        className={css.search}
        value={query}
        onSearch={(q) => change({ q }, { replace: true })}
      />
      {only && <RemovableChip label={onlyWords(only, lots.length)} onRemove={() => change({ only: null })} />}
      <div className={css.views}>
        {cards ? (
          <>
            <OrderSelect order={cards.order} onOrder={cards.onOrder} />
            <ViewsMenu table="lots" keeps={KEEPS} />
            <Button
              size="xs"
              aria-pressed={cards.selecting}
              disabled={lots.length === 0}
              onClick={() => cards.onSelecting(!cards.selecting)}
            >
              {cards.selecting ? "Отмена" : "Выбрать"}
            </Button>
          </>
        ) : (
          <LotsView columns={columns} onColumns={(columns) => change({ columns }, { replace: true })} />
        )}
      </div>
    </div>
  );
}
