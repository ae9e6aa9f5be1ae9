import { Select } from "@mantine/core";
import type { RowSelectionState } from "@tanstack/react-table";
import { useMemo } from "react";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { Pager } from "@/components/Pager/Pager";
import type { GridLot } from "@/lib/api/types";
import { price, priceRange } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { Cards } from "@/staff/table/Cards";
import { compareLots } from "../model/table";
import { plainWord, verdictOf } from "../model/verdict";
import css from "./LotCards.module.css";

const PAGE = 100;

const ORDERS = {
  number: { label: "По номеру", of: compareLots({ field: "catalogLotId", kind: "number" }) },
  title: { label: "По названию", of: compareLots({ field: "titleRu", kind: "text" }) },
  author: { label: "По автору", of: compareLots({ field: "author", kind: "text" }) },
  start: { label: "По старту", of: compareLots({ field: "start", kind: "amount" }) },
} as const;
export type CardsOrder = keyof typeof ORDERS;

interface OrderSelectProps {
  order: CardsOrder;
  onOrder: (order: CardsOrder) => void;
}

/** The order of the cards: they have no headings to press. */
export function OrderSelect({ order, onOrder }: OrderSelectProps) {
  return (
    <Select
      className={css.order}
      aria-label="Порядок"
      data={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
      value={order}
      onChange={(value) => value !== null && onOrder(value as CardsOrder)}
    />
  );
}

interface LotCardsProps {
  lots: readonly GridLot[];
  houseId: number;
  pricesOnRequest: boolean;
  order: CardsOrder;
  /** Whether a press selects a card instead of opening its lot. */
  selecting: boolean;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
}

/** The lots on a phone: a press opens one for editing. */
export function LotCards({ lots, houseId, pricesOnRequest, order, ...cards }: LotCardsProps) {
  const { selecting, selection, onSelection } = cards;
  const { params } = useAddress();
  const sorted = useMemo(() => lots.toSorted(ORDERS[order].of), [lots, order]);
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE));
  const page = Math.min(pageOfAddress(params), pages);
  const rows = sorted.slice((page - 1) * PAGE, page * PAGE);
  const has = ({ id }: GridLot) => selection[String(id)] === true;
  const choose = (chosen: readonly GridLot[], to: boolean) => {
    const next = { ...selection };
    for (const { id } of chosen) {
      if (to) next[String(id)] = true;
      else delete next[String(id)];
    }
    onSelection(next);
  };
  return (
    <>
      <Cards
        label="Лоты"
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        card={(lot) => <LotCard lot={lot} houseId={houseId} pricesOnRequest={pricesOnRequest} />}
        selection={
          selecting
            ? { has, onToggle: (lot) => choose([lot], !has(lot)), onAll: (all) => choose(rows, all) }
            : undefined
        }
      />
      <Pager page={page} pages={pages} />
    </>
  );
}

const nameOf = ({ catalogLotId, titleRu }: GridLot) =>
  catalogLotId === null ? titleRu : `${catalogLotId}. ${titleRu}`;

interface LotCardProps {
  lot: GridLot;
  houseId: number;
  pricesOnRequest: boolean;
}

function LotCard({ lot, houseId, pricesOnRequest }: LotCardProps) {
  const verdict = verdictOf(lot, pricesOnRequest);
  const word = plainWord(lot, verdict);
  const { start, currency } = lot.price;
  const estimate = estimateOf(lot);
  return (
    <Link
      className={css.card}
      to={`/house-account/${houseId}/lots/${lot.id}`}
      data-hidden={lot.hidden || undefined}
    >
      <span className={css.picture} data-none={lot.img === null || undefined}>
        {lot.img ? (
          <img src={lot.img.icon} alt="" loading="lazy" decoding="async" width={56} height={56} />
        ) : (
          <Icon name="pic" />
        )}
      </span>
      <span className={css.words}>
        <b>{nameOf(lot)}</b>
        {lot.author.length > 0 && <small>{lot.author.join(", ")}</small>}
        <span className={`${css.price} num`}>
          <span className={css.facts}>
            {start > 0 && <span>старт {price(start, currency)} </span>}
            {estimate && <span>{estimate}</span>}
          </span>
        </span>
        <span className={css.verdict} data-tone={word ? undefined : verdict.tone}>
          {!word && <Icon name="warn" size="s" />}
          {word ?? verdict.word}
        </span>
      </span>
    </Link>
  );
}

function estimateOf({ price: { estimatedFrom: from, estimatedTo: to, currency } }: GridLot): string | null {
  if (from && to) return `эстимейт ${priceRange(from, to, currency)}`;
  if (from) return `эстимейт от ${price(from, currency)}`;
  return to ? `эстимейт до ${price(to, currency)}` : null;
}
