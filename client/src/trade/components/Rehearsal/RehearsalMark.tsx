import { Suspense } from "react";
import { Badge } from "@/components/Badge/Badge";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { Catalog } from "@/lib/api/types";
import css from "./Rehearsal.module.css";

const EndRehearsal = lazyDialog(() => import("./EndRehearsal"));

interface RehearsalMarkProps {
  catalog: Pick<Catalog, "rehearsalOf" | "isController">;
  /** On a phone the mark stands alone, as there is no room beside it. */
  isBrief?: boolean;
}

/** Says on every screen of a rehearsal that it is one, and lets its controllers end it. */
export function RehearsalMark({ catalog, isBrief = false }: RehearsalMarkProps) {
  if (catalog.rehearsalOf === null) return null;
  return (
    <>
      <Badge variant="warn" className={css.mark}>
        Репетиция
      </Badge>
      {catalog.isController && (
        <span className={isBrief ? `${css.end} only-wide` : css.end}>
          <Suspense fallback={null}>
            <EndRehearsal of={catalog.rehearsalOf} />
          </Suspense>
        </span>
      )}
    </>
  );
}
