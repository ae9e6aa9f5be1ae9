import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { suggestionsOptions } from "@/lib/api/queries/suggestions";
import { quoted, thousands } from "@/lib/format";
import { shownSearch } from "@/lib/searchText";
import { categoryUrl } from "@/trade/urls";
import type { LotList } from "../model/useLotList";
import { lotsCount } from "../model/words";
import css from "./LotListing.module.css";

/** Says which search the results are for, if not for what was typed. */
export function MeantSearch({ filter, meant, instead, isNothing }: LotList) {
  if (meant === null || isNothing) return null;
  return (
    <p className={css.meant}>
      <span>
        {instead !== null && <>По запросу {quoted(shownSearch(filter.search))} лотов нет. </>}
        Показано по запросу <b>{quoted(shownSearch(meant))}</b>
      </span>
    </p>
  );
}

/** The server counts no further. */
const MOST = 1000;

/** Categories that are called what is searched for: their lots need not have the word. */
export function FoundCategories({ search }: { search: string }) {
  const { data } = useQuery(suggestionsOptions(search));
  const found = data?.categories.filter((category) => category.lotsCount > 0) ?? [];
  if (found.length === 0) return null;
  return (
    <p className={css.meant}>
      {found.map((category) => (
        <Link key={category.id} className="link" to={categoryUrl(category)}>
          Категория {quoted([...category.parents, category.name].join(" / "))}:{" "}
          {category.lotsCount < MOST ? lotsCount(category.lotsCount) : `больше ${thousands(MOST)} лотов`}
        </Link>
      ))}
    </p>
  );
}
