import { Link } from "react-router";
import { quoted } from "@/lib/format";
import type { Pasted, PastedColumn } from "../model/pasted";
import css from "./HouseLotsPage.module.css";

const nameOf = ({ heading, at }: PastedColumn) => heading || `Столбец ${at + 1}`;
const namesOf = (columns: readonly PastedColumn[]) =>
  columns.map((column) => quoted(nameOf(column))).join(", ");

interface PastedColumnsProps {
  pasted: Pasted;
  importUrl: string | null;
}

/** What each column of a pasted sheet becomes, with its first rows, and what is left out. */
export function PastedColumns({ pasted: { columns, sample, total }, importUrl }: PastedColumnsProps) {
  const leftOut = columns.filter(({ column }) => column === null);
  const ofImport = leftOut.filter(({ isOfImport }) => isOfImport);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard */}
      <section className={css.sheet} tabIndex={0} aria-label="Что чем станет">
        <table>
          <caption className="caption">
            Сверху — чем станет столбец, под ним — как он назван у вас. Всего строк: {total}.
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column.at} data-left-out={column.column === null || undefined}>
                  {column.column?.label ?? "Не войдёт"}
                  <small>{nameOf(column)}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a pasted text have nothing but their place
              <tr key={row}>
                {columns.map(({ at, column }) => (
                  <td key={at} data-left-out={column === null || undefined}>
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {leftOut.length > 0 && <p className="small">Не войдут: {namesOf(leftOut)}.</p>}
      {ofImport.length > 0 && importUrl && (
        <p className="small">
          {namesOf(ofImport)} читает{" "}
          <Link className="link" to={importUrl}>
            импорт
          </Link>
          .
        </p>
      )}
    </>
  );
}
