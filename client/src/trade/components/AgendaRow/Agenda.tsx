import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { CatalogShort } from "@/lib/api/types";
import { AgendaRow } from "./AgendaRow";
import css from "./AgendaRow.module.css";

interface AgendaProps {
  /** undefined while loading. */
  catalogs: readonly CatalogShort[] | undefined;
  skeletons?: number;
  withHouse?: boolean;
  /** The level of the titles: below a section's heading unless stated. */
  headings?: 2 | 3;
}

/** Sales as an agenda, under a black rule. */
export function Agenda({ catalogs, skeletons = 4, withHouse, headings }: AgendaProps) {
  if (!catalogs) {
    return (
      <div className={css.list} aria-busy="true">
        <span className="sr">Загрузка аукционов</span>
        {Array.from({ length: skeletons }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
          <div key={i} className={css.skeleton} aria-hidden="true">
            <Skeleton h="100%" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={css.list}>
      {catalogs.map((catalog) => (
        <AgendaRow key={catalog.id} catalog={catalog} withHouse={withHouse} headings={headings} />
      ))}
    </div>
  );
}
