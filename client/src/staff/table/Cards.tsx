import { Checkbox } from "@mantine/core";
import css from "./table.module.css";

interface CardsProps<T> {
  label: string;
  rows: readonly T[];
  rowId: (row: T) => number | string;
  rowLabel: (row: T) => string;
  card: (row: T) => React.ReactNode;
  /** While rows are being selected: a press on a card selects it and opens nothing. */
  selection?: {
    has: (row: T) => boolean;
    onToggle: (row: T) => void;
    onAll: (all: boolean) => void;
  };
}

/** The rows of a list on a phone. */
export function Cards<T>({ label, rows, rowId, rowLabel, card, selection }: CardsProps<T>) {
  const chosen = selection ? rows.filter(selection.has).length : 0;
  return (
    <>
      {selection && (
        <Checkbox
          className={css.allCards}
          label="Выбрать все на странице"
          checked={chosen === rows.length}
          indeterminate={chosen > 0 && chosen < rows.length}
          onChange={(event) => selection.onAll(event.currentTarget.checked)}
        />
      )}
      <ul className={css.cards} aria-label={label}>
        {rows.map((row) =>
          selection ? (
            <li key={rowId(row)} data-selected={selection.has(row) || undefined}>
              <Checkbox
                classNames={{ body: css.pick, labelWrapper: css.picked }}
                aria-label={`Выбрать: ${rowLabel(row)}`}
                checked={selection.has(row)}
                onChange={() => selection.onToggle(row)}
                // Links and buttons of the card must not open, nor be reached by keyboard, while it is a label.
                label={<span inert>{card(row)}</span>}
              />
            </li>
          ) : (
            <li key={rowId(row)}>{card(row)}</li>
          ),
        )}
      </ul>
    </>
  );
}
