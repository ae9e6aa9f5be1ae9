import type { ReactNode } from "react";
import css from "./admin.module.css";

interface MergeTableProps {
  /** The heads of the two records. */
  heads: readonly { id: number | string; head: ReactNode }[];
  keptId: number;
  /** Rows of a label, both records, and what will stand. */
  children: ReactNode;
}

/** What will stand of both records: the last cell of a row, which on a phone lies below them, far from its heading. */
export function Becomes({ children }: { children: ReactNode }) {
  return (
    <td>
      {children !== "" && (
        <small className="only-phone" aria-hidden="true">
          Станет
        </small>
      )}
      {children}
    </td>
  );
}

/** Two records side by side, and what becomes of them. */
export function MergeTable({ heads, keptId, children }: MergeTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.scroll} tabIndex={0} aria-label="Сравнение записей">
      <table className={css.merge}>
        <thead>
          <tr>
            <th>
              <span className="sr">Что</span>
            </th>
            {heads.map(({ id, head }) => (
              <th scope="col" key={id}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className={css.name}>
                <b>Станет</b>
                <small>запись № {keptId}</small>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
