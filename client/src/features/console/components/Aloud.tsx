import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Lot } from "@/lib/api/types";
import { aloudOf } from "../model/aloud";
import css from "./CurrentLot.module.css";

/** What is read out about the lot on the block, with the house's remarks for the auctioneer first. */
export function Aloud({ lot, isLoading }: { lot: Lot | null; isLoading: boolean }) {
  const lines = lot === null ? [] : aloudOf(lot);
  // As tall as most are, so that nothing moves as the next lot comes up.
  if (isLoading) return <Skeleton className={css.aloud} data-waits />;
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.aloud} tabIndex={0} aria-label="Прочесть вслух" key={lot?.id}>
      <dl>
        {lines.map(({ term, text, own }) => (
          <div key={term} data-own={own || undefined}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
