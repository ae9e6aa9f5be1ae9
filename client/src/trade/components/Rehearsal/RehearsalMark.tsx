import { Badge } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { Catalog } from "@/lib/api/types";
import css from "./Rehearsal.module.css";

const EndRehearsal = lazy(() => import("./EndRehearsal"));

interface RehearsalMarkProps {
  catalog: Pick<Catalog, "rehearsalOf" | "isController">;
}

/** Says on every screen of a rehearsal that it is one, and lets its controllers end it. */
export function RehearsalMark({ catalog }: RehearsalMarkProps) {
  if (catalog.rehearsalOf === null) return null;
  return (
    <>
      <Badge variant="warn" className={css.mark}>
        Репетиция
      </Badge>
      {catalog.isController && (
        <span className={`${css.end} only-wide`}>
          <Suspense fallback={null}>
            <EndRehearsal of={catalog.rehearsalOf} brief />
          </Suspense>
        </span>
      )}
    </>
  );
}
