import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { suggestionsOptions } from "@/lib/api/queries/suggestions";
import { quoted, thousands } from "@/lib/format";
import { categoryUrl } from "@/trade/urls";
import type { LotList } from "../model/useLotList";
import { lotsCount } from "../model/words";
import css from "./LotListing.module.css";

/** Other searches instead of the typed one: the words that were searched for, or near ones where no lot has them. */
export function MeantSearch({ filter, meant, list }: LotList) {
  const nothing = list.data?.totalCount === 0 && !list.isPlaceholderData;
  const { data: suggested } = useQuery({
    ...suggestionsOptions(filter.search.trim()),
    enabled: nothing && filter.search.trim() !== "",
  });
  const near = (nothing && suggested?.near.map(({ text }) => text)) || [];
  const searches = [...new Set([...(meant ? [meant] : []), ...near])];
  if (searches.length === 0) return null;
  return (
    <p className={css.meant}>
      <span>Возможно, вы искали:</span>
      {searches.map((text) => (
        <SearchLink key={text} text={text} />
      ))}
    </p>
  );
}

function SearchLink({ text }: { text: string }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.delete("page");
  next.set("search", text);
  return (
    <Link className="link" to={{ search: next.toString() }} preventScrollReset>
      {text}
    </Link>
  );
}

/** The server counts no further. */
const MOST = 1000;

/** Categories that are called what is searched for: their lots need not have the word. */
export function FoundCategories({ search }: { search: string }) {
  const { data } = useQuery(suggestionsOptions(search.trim()));
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
