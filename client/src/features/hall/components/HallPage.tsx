import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { isStatus } from "@/lib/api/errors";
import { usePageTitle } from "@/lib/usePageTitle";
import { catalogOptions } from "@/trade/api/catalog";
import { CatalogType } from "@/trade/enums";
import { useHallSale } from "../model/useHallSale";
import { useProjector } from "../model/useProjector";
import { Hall } from "./Hall";
import css from "./hall.module.css";

/** A sale on a screen in the hall: nothing to press, and nothing that only some may know. */
export default function HallPage() {
  const { id } = useParams();
  const number = Number(id);
  const catalogId = Number.isSafeInteger(number) && number > 0 ? number : null;
  const { query, sale, staleSince } = useHallSale(catalogId);
  const { fullscreen, idle, fill } = useProjector();
  usePageTitle(sale ? `Экран для зала: ${sale.title}` : null);

  if (sale?.isRehearsal && isStatus(query.error, 404)) {
    return (
      <main className={css.hall}>
        <section className={css.message}>
          <h1>Репетиция закончена</h1>
          <p>{sale.title}</p>
        </section>
      </main>
    );
  }
  // Parallel sales have no lot on the block, and offers no sale.
  const isNoSale = sale && sale.catalogType !== CatalogType.Classic;
  if (catalogId === null || isNoSale || isStatus(query.error, 404)) {
    return (
      <main>
        <NotFound />
      </main>
    );
  }
  // A query without data forgets its failure whenever it is tried again.
  const isFailing = query.errorUpdateCount > 0;
  return (
    <main className={css.hall} data-idle={idle || undefined} aria-busy={!sale && !isFailing}>
      {sale ? (
        <Hall sale={sale} staleSince={staleSince} onFill={fullscreen || idle ? null : fill} />
      ) : isFailing ? (
        <Waiting catalogId={catalogId} />
      ) : (
        <Empty />
      )}
    </main>
  );
}

/** While the sale cannot be read, which is tried again and again. The audience needs no codes. */
function Waiting({ catalogId }: { catalogId: number }) {
  const { data: catalog } = useQuery(catalogOptions(catalogId));
  const words = "Связь восстанавливается";
  return (
    <section className={css.message} role="status">
      <h1>{catalog?.title ?? words}</h1>
      {catalog && <p>{words}</p>}
    </section>
  );
}

/** The screen while its sale is loading. */
function Empty() {
  return (
    <>
      <div className={css.picture} role="status" aria-label="Загрузка">
        <Skeleton />
      </div>
      <div className={css.info} data-empty>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </>
  );
}
