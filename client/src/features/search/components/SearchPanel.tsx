import { type ReactNode, type RefObject, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import type { Suggestions } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { forgetSearch, forgetSearches, rememberSearch } from "@/lib/recentSearches";
import { allLotsUrl, type Kind, lotsTotal, optionsByKind, recentOption, searchUrl } from "../model/options";
import { type Search, useKeyboard, useSearch } from "../model/useSearch";
import { ArtistRow, AuctionRow, CategoryRow, HouseRow, LotRow, NearRow, NewsRow } from "./rows";
import css from "./SearchPanel.module.css";

interface SearchPanelProps {
  /** The id of the list, which the field controls. */
  id: string;
  text: string;
  input: RefObject<HTMLInputElement | null>;
  active: string | null;
  onActive: (id: string | null) => void;
  /** Whether there is anything to choose from. */
  onExpanded: (expanded: boolean) => void;
  onClose: () => void;
}

/** What the search finds while it is typed. The focus stays in the field. */
export default function SearchPanel({
  id,
  text,
  input,
  active,
  onActive,
  onExpanded,
  onClose,
}: SearchPanelProps) {
  const navigate = useNavigate();
  const search = useSearch(text);
  const { typed, found, isError, isWaiting, options } = search;

  const chosen = () => {
    rememberSearch(typed);
    onClose();
  };
  useKeyboard({
    input,
    search,
    active,
    onActive,
    onChoose: ({ to }) => {
      chosen();
      void navigate(to);
    },
  });
  /** The lots with these words; null while that is not known, and without any. */
  const counted = (search.isCurrent && found?.lotsCount) || null;
  const hasLots = !(found && search.isCurrent && found.lotsCount === 0);
  const hasOptions = options.length > 0;
  useEffect(() => onExpanded(hasOptions), [hasOptions, onExpanded]);

  const list = { id, active, onChoose: chosen };
  return (
    <>
      <div className={css.body}>
        {typed === "" && <Recent search={search} input={input} {...list} />}
        {typed !== "" && isError && !found && (
          <p className={`page ${css.message}`} role="status">
            Подсказки сейчас недоступны. Искать среди лотов можно кнопкой ниже.
          </p>
        )}
        {isWaiting && <p className={`page ${css.message} ${css.waiting}`}>Ищем…</p>}
        {found && <Found found={found} search={search} {...list} />}
      </div>
      {typed !== "" && hasLots && (
        <div className={css.foot}>
          <div className={`page ${css.footIn}`}>
            <Button
              component={Link}
              to={counted ? allLotsUrl(typed) : searchUrl(typed)}
              size="sm"
              className={css.all}
              onClick={chosen}
            >
              {counted
                ? `Все лоты по запросу ${quoted(typed)}: ${lotsTotal(counted)}`
                : `Искать ${quoted(typed)} среди лотов`}
            </Button>
            <p className={css.keys}>
              <span>
                <Kbd>↑</Kbd> <Kbd>↓</Kbd> выбрать
              </span>
              <span>
                <Kbd>Enter</Kbd> открыть
              </span>
              <span>
                <Kbd>Esc</Kbd> закрыть
              </span>
            </p>
          </div>
        </div>
      )}
    </>
  );
}

interface ListProps {
  id: string;
  active: string | null;
  onChoose: () => void;
}

interface ChoiceProps {
  id: string;
  to: string;
  active: string | null;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}

/** An option is a link for the mouse; the keyboard reaches it from the field. */
function Choice({ id, to, active, onChoose, className = "", children }: ChoiceProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={id === active}
      tabIndex={-1}
      className={`${css.option} ${className}`}
      // The field keeps the focus, and a phone its keyboard, until the page changes.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChoose();
      }}
    >
      {children}
    </Link>
  );
}

interface RecentProps extends ListProps {
  search: Search;
  input: RefObject<HTMLInputElement | null>;
}

function Recent({ search, input, id, active, onChoose }: RecentProps) {
  const { recent, refreshRecent } = search;
  if (recent.length === 0) {
    return <p className={`page ${css.message}`}>Название, художник, дом, аукцион или номер лота.</p>;
  }
  const clear = () => {
    forgetSearches();
    refreshRecent();
    // The button is gone, and the focus would be with it.
    input.current?.focus();
  };
  return (
    <div className={`page ${css.recent}`}>
      <div className={css.heading}>
        <span>Недавно искали</span>
        <button type="button" className={css.link} onClick={clear}>
          Очистить
        </button>
      </div>
      <div id={id} role="listbox" aria-label="Недавно искали">
        {recent.map((text) => (
          <div key={text} className={css.recentRow}>
            <Choice {...recentOption(text)} active={active} onChoose={onChoose}>
              <Icon name="clock" />
              <span className={css.words}>{text}</span>
            </Choice>
            {/* By keyboard, Delete does it. */}
            <button
              type="button"
              aria-hidden="true"
              tabIndex={-1}
              className={css.forget}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                forgetSearch(text);
                refreshRecent();
              }}
            >
              <Icon name="x" size="s" />
            </button>
          </div>
        ))}
      </div>
      <p className={css.hint}>
        <Kbd>Delete</Kbd> убрать выбранный запрос
      </p>
    </div>
  );
}

function Found({ found, search, id, active, onChoose }: ListProps & { found: Suggestions; search: Search }) {
  const options = optionsByKind(found);
  const choices = <Row,>(
    kind: Kind,
    rows: readonly Row[],
    show: (row: Row) => ReactNode,
    className?: string,
  ) =>
    rows.map((row, at) => {
      const option = options[kind][at];
      return (
        option && (
          <Choice key={option.id} {...option} active={active} onChoose={onChoose} className={className}>
            {show(row)}
          </Choice>
        )
      );
    });
  const group = (label: string, rows: ReactNode[], total?: string) =>
    rows.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a group of options
      <div role="group" aria-label={label} className={css.group}>
        <p className={css.heading} aria-hidden="true">
          <span>{label}</span>
          {total && <span className="num">{total}</span>}
        </p>
        {rows}
      </div>
    );

  const named = (
    <>
      {group(
        "Художники",
        choices("artists", found.artists, (row) => <ArtistRow artist={row} />),
      )}
      {group(
        "Категории",
        choices("categories", found.categories, (row) => <CategoryRow category={row} />),
      )}
      {group(
        "Дома",
        choices("houses", found.houses, (row) => <HouseRow house={row} />),
      )}
    </>
  );
  const dated = (
    <>
      {group(
        "Аукционы",
        choices("auctions", found.auctions, (row) => <AuctionRow auction={row} />),
      )}
      {group(
        "Новости",
        choices("news", found.news, (row) => <NewsRow news={row} />),
      )}
    </>
  );
  return (
    <>
      <Understood found={found} search={search} />
      <div id={id} role="listbox" aria-label="Подсказки" className={css.scroll}>
        <div className={`page ${css.columns}`}>
          {found.near.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div role="group" aria-label="Близкие слова" className={css.near}>
              {choices(
                "near",
                found.near,
                (row) => (
                  <NearRow near={row} />
                ),
                css.chip,
              )}
            </div>
          )}
          {found.lots.length > 0 && (
            <div>
              {group(
                "Лоты",
                choices("lots", found.lots, (row) => <LotRow lot={row} />, css.lot),
                lotsTotal(found.lotsCount),
              )}
            </div>
          )}
          {found.artists.length + found.categories.length + found.houses.length > 0 && <div>{named}</div>}
          {found.auctions.length + found.news.length > 0 && <div>{dated}</div>}
        </div>
      </div>
    </>
  );
}

/** Says that nothing was found, and what was searched for if it is not what was typed. */
function Understood({ found, search }: { found: Suggestions; search: Search }) {
  const nothing = search.options.length === found.near.length;
  const meant = found.meant && <b>{quoted(found.meant)}</b>;
  if (nothing) {
    return (
      <p className={`page ${css.message}`}>
        Ничего не найдено{meant && <>, искали {meant}</>}.{" "}
        {found.near.length > 0 ? "Близкие слова:" : "Проверьте слова запроса или сократите его."}
      </p>
    );
  }
  if (found.lots.length === 0 && found.near.length > 0) {
    return (
      <p className={`page ${css.message}`}>
        Лотов не найдено{meant && <>, искали {meant}</>}. Близкие слова:
      </p>
    );
  }
  return meant ? <p className={`page ${css.message}`}>Показано по запросу {meant}</p> : null;
}
