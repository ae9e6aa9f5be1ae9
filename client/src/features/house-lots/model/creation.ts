import { ApiError, faultText, isCancelled, isStatus } from "@/lib/api/errors";
import type { GridCell, GridField, GridLot, Lot } from "@/lib/api/types";
import { COLUMNS, cellText } from "./columns";
import { EMPTY_LOT, type LotValues, serverField } from "./lotForm";

const text = (value: number | null) => (value === null || value === 0 ? "" : String(value));

/** What is sent to create the lot. */
export const valuesToCreate = (lot: GridLot): LotValues => ({
  ...EMPTY_LOT,
  number: text(lot.catalogLotId),
  title: lot.titleRu,
  author: [...lot.author],
  categoryId: lot.categoryId === null ? null : String(lot.categoryId),
  period: lot.period ?? "",
  size: lot.size ?? "",
  materials: lot.materials ?? "",
  start: text(lot.price.start),
  reserve: text(lot.price.reserve),
  estimatedFrom: text(lot.price.estimatedFrom),
  estimatedTo: text(lot.price.estimatedTo),
});

/** A created lot as the grid lists it, until the grid is read again. */
export const gridLotOf = (created: Lot, sent: GridLot): GridLot => ({
  ...sent,
  id: created.id,
  catalogLotId: created.catalogLotId,
  titleRu: created.titleRu,
  author: created.author.map(({ name }) => name),
  categoryId: created.categoryId,
  period: created.period,
  size: created.size,
  materials: created.materials,
  price: {
    ...sent.price,
    start: created.price.start,
    estimatedFrom: created.price.estimatedFrom,
    estimatedTo: created.price.estimatedTo,
  },
  state: created.state,
  isBiddingOver: created.isBiddingOver,
});

/** The cells of a row that were edited after it was sent, as changes of the lot it became. */
export const editedSince = (sent: GridLot, row: GridLot, stored: GridLot): GridCell[] =>
  COLUMNS.flatMap(({ field }) => {
    const now = cellText(row, field);
    return now === cellText(sent, field) ? [] : [{ field, was: cellText(stored, field), now }];
  });

/** A call whose answer was lost: the lot may have been created. */
export interface Doubt {
  sent: GridLot;
  /** The lots there were before. */
  before: readonly GridLot[];
}

const spelt = (title: string) => title.trim().replace(/\s+/g, " ");

/** The lot that a call without an answer created, among those there are `now`; `others` became of other rows. */
export function createdMeanwhile(
  { sent, before }: Doubt,
  now: readonly GridLot[],
  others: ReadonlySet<number>,
): GridLot | undefined {
  const known = new Set(before.map(({ id }) => id));
  return now.find(
    (lot) =>
      !known.has(lot.id) &&
      !others.has(lot.id) &&
      spelt(lot.titleRu) === spelt(sent.titleRu) &&
      lot.price.start === sent.price.start &&
      (sent.catalogLotId === null || lot.catalogLotId === sent.catalogLotId),
  );
}

/** Whether the lot may have been created all the same. Only a refusal says that it was not. */
export const isInDoubt = (error: unknown): boolean =>
  !isCancelled(error) && !(error instanceof ApiError && error.status < 500);

/** Whether the next rows would fare alike. */
export const stopsOthers = (error: unknown): boolean =>
  isInDoubt(error) || isCancelled(error) || isStatus(error, 401, 403, 429);

export interface Refusal {
  field: GridField;
  message: string;
}

/** Where the server's refusal is shown: at the field it names, or at the title. */
export function refusalOf(error: unknown): Refusal {
  const message = faultText(error) ?? "Лот не создан: действие не подтверждено";
  const named = COLUMNS.find(({ field }) => error instanceof ApiError && error.field(serverField(field)));
  if (!named || !(error instanceof ApiError)) return { field: "titleRu", message };
  return { field: named.field, message: error.field(serverField(named.field)) ?? message };
}

/** Shown at the title of a row that may have become a lot. */
export const IN_DOUBT: Refusal = {
  field: "titleRu",
  message: "Неизвестно, создан ли лот: ответ не пришёл",
};
