import { useQuery } from "@tanstack/react-query";
import type { LotSearch } from "@/lib/api/types";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { LotState } from "@/trade/enums";
import { searchOptions } from "../api/search";
import css from "./LotListing.module.css";

const SHOWN = 4;
const SOLD = { states: [LotState.Sold, LotState.Paid], isBiddingOver: undefined } satisfies LotSearch;

/** What lots of this search were sold for, where none is on sale now. */
export function SoldInstead({ search }: { search: LotSearch }) {
  const { data, isPlaceholderData } = useQuery(searchOptions({ ...search, ...SOLD }, 1, SHOWN));
  if (!data || isPlaceholderData || data.items.length === 0) return null;
  return (
    <section className={css.instead} aria-labelledby="sold-instead">
      <h2 id="sold-instead">Похожие проданные</h2>
      <LotGrid lots={data.items} columns={4} skeletons={SHOWN} headingLevel={3} withSale />
    </section>
  );
}
