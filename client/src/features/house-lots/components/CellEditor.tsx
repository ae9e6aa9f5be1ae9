// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves the focus between its cells
import { useRef, useState } from "react";
import { Kbd } from "@/components/Kbd/Kbd";
import type { GridColumn } from "../model/columns";
import type { Then } from "../model/useActiveCell";
import css from "./LotsGrid.module.css";

interface CellEditorProps {
  cell: string;
  column: GridColumn;
  label: string;
  initial: string;
  was: string;
  onCommit: (typed: string, then: Then) => void;
  onCancel: () => void;
}

/** The field in place of a cell. Leaving it saves, Esc brings back what was there. */
export function CellEditor({ cell, column, label, initial, was, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(initial);
  const done = useRef(false);
  const finish = (action: () => void) => {
    if (done.current) return;
    done.current = true;
    action();
  };
  const numeric = column.kind === "amount" || column.kind === "number";
  return (
    <span role="gridcell" className={css.editor} data-cell-editor={cell}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just begun to edit here
        autoFocus
        aria-label={label}
        value={text}
        data-number={numeric || undefined}
        inputMode={numeric ? "numeric" : undefined}
        list={column.kind === "category" ? "lots-grid-categories" : undefined}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.setSelectionRange(value.length, value.length);
        }}
        onBlur={() => finish(() => onCommit(text, "stay"))}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") {
            event.preventDefault();
            finish(() => onCommit(text, "down"));
          } else if (event.key === "Tab") {
            event.preventDefault();
            finish(() => onCommit(text, event.shiftKey ? "left" : "right"));
          } else if (event.key === "Escape") {
            event.preventDefault();
            finish(onCancel);
          }
        }}
      />
      <span className={css.tip} aria-hidden="true">
        <Kbd>Enter</Kbd> сохранить и вниз <Kbd>Tab</Kbd> вправо <Kbd>Esc</Kbd> вернуть {was}
      </span>
    </span>
  );
}
