import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyFrame } from "@/components/EmptyState/EmptyState";
import { suggestionsOptions } from "@/lib/api/queries/suggestions";
import { quoted } from "@/lib/format";
import { shownSearch } from "@/lib/searchText";
import { categoryUrl } from "@/trade/urls";
import { emptyFilter } from "../model/filter";
import { narrows } from "../model/savedSearch";
import type { LotList } from "../model/useLotList";
import { useTopCategories } from "../model/useTopCategories";
import { cappedCount } from "../model/words";
import css from "./NothingFound.module.css";
import { SaveSearch } from "./SaveSearch";

/** Maximum number of categories offered when there is no near search. */
const SOME = 6;

interface Way {
  label: string;
  to: string;
  lots?: number;
}

/** Replaces an empty list: other searches, and a letter when such lots appear. */
export function NothingFound({ lots }: { lots: LotList }) {
  const { filter, chosen, change, counts, meant, search } = lots;
  const isFiltered = chosen.length > 0;
  const { label, ways } = useWays(filter.search, isFiltered);
  const isNarrow = narrows(search);
  /** Whether no sold lot matches either. The counts may have failed. */
  const isNoneSold = counts !== undefined || filter.status === "all";
  const text = filter.search && quoted(shownSearch(filter.search));
  return (
    <EmptyFrame title="Ничего не нашлось">
      <p className={css.text}>
        {text && (
          <>
            По запросу {text} {isFiltered ? "с этими фильтрами " : ""}лотов нет
            {meant !== null && (
              <>
                , искали <b>{quoted(shownSearch(meant))}</b>
              </>
            )}
            .{" "}
          </>
        )}
        {isFiltered ? "Уберите часть фильтров." : "Проверьте слова запроса или попробуйте другие."}
      </p>
      {ways.length > 0 && (
        <nav className={css.ways} aria-label={label}>
          <span aria-hidden="true">{label}:</span>
          {ways.map((way) => (
            <Link key={way.to} className={css.way} to={way.to}>
              {way.label}
              {way.lots !== undefined && <span className={`${css.count} num`}>{cappedCount(way.lots)}</span>}
            </Link>
          ))}
        </nav>
      )}
      {isNarrow && (
        <p>
          {text && !isFiltered && isNoneSold && "Проданных по этому запросу тоже нет. "}
          Сохраните поиск, и мы напишем, когда такой лот появится.
        </p>
      )}
      <div className="row row--2 row--wrap">
        {isNarrow && <SaveSearch {...lots} isMain />}
        <Button variant="quiet" onClick={() => change(emptyFilter)}>
          {isFiltered ? "Сбросить всё" : "Показать все лоты"}
        </Button>
      </div>
    </EmptyFrame>
  );
}

/** Searches and categories that do find lots. With filters, resetting them is the better advice. */
function useWays(search: string, isFiltered: boolean): { label: string; ways: Way[] } {
  const { data, isPlaceholderData } = useQuery(suggestionsOptions(search));
  const top = useTopCategories();
  const found = isPlaceholderData ? undefined : data;
  const ways: Way[] = [
    ...(found?.near ?? []).map(({ text, lotsCount }) => ({
      label: text,
      to: `/lots?${new URLSearchParams({ search: text })}`,
      lots: lotsCount,
    })),
    ...(found?.categories ?? [])
      .filter(({ lotsCount }) => lotsCount > 0)
      .map((category) => ({ label: category.name, to: categoryUrl(category), lots: category.lotsCount })),
  ];
  if (ways.length > 0) return { label: "Близкие слова", ways };
  if (isFiltered || (search && !found)) return { label: "", ways: [] };
  return {
    label: "Категории",
    ways: top.slice(0, SOME).map((category) => ({ label: category.name, to: categoryUrl(category) })),
  };
}
