import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Pager } from "@/components/Pager/Pager";
import { Select } from "@/components/Select/Select";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { SavedSearch, SearchLetters, User } from "@/lib/api/types";
import { dayMonth, dayMonthTime } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { subscribedCatalogsOptions } from "@/trade/api/catalogSubscription";
import {
  letterTimes,
  savedSearchesOptions,
  useChangeSearch,
  useDeleteSearch,
} from "@/trade/api/savedSearches";
import { subscribedLotsOptions } from "@/trade/api/subscriptions";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { artistUrl, auctionUrl, lotUrl } from "@/trade/urls";
import { type Subscribed, subscribedArtistsOptions, useUnsubscribe } from "../api/subscriptions";
import css from "./account.module.css";

/** The lots, sales, artists and searches the user hears of. */
export function Subscriptions({ user }: { user: User }) {
  const [params] = useSearchParams();
  const lots = useQuery(subscribedLotsOptions(pageOfAddress(params)));
  const catalogs = useQuery(subscribedCatalogsOptions());
  const artists = useQuery(subscribedArtistsOptions(user.id));
  const searches = useQuery(savedSearchesOptions(user.id));
  const broken = [lots, catalogs, artists, searches].find(({ error, data }) => error && !data);
  if (broken) return <Fault error={broken.error} retry={() => void broken.refetch()} />;
  if (!lots.data || !catalogs.data || !artists.data || !searches.data) return <Skeleton h={320} data-rows />;
  const kept = catalogs.data.length + artists.data.length + searches.data.length;
  if (lots.data.totalCount + kept === 0) {
    return (
      <EmptyState title="Подписок пока нет" action={{ label: "Смотреть лоты", to: "/lots" }}>
        Нажмите «Напомнить» на странице лота или аукциона: мы сообщим перед началом и перед окончанием торгов.
        Сохраните поиск в списке лотов: пришлём письмо о новых лотах.
      </EmptyState>
    );
  }
  return (
    <>
      <Group id="lots" title="Лоты" isEmpty={lots.data.items.length === 0}>
        {lots.data.items.map((lot) => {
          const name = [authorOf(lot), lot.titleRu || "Без названия"].filter(Boolean).join(". ");
          return (
            <Row
              key={lot.id}
              subscribed={{ kind: "lot", id: lot.id }}
              name={name}
              to={lotUrl(lot)}
              note={[
                lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`,
                lot.houseNameRu,
                lot.catalogStartDate && `начало ${dayMonthTime(lot.catalogStartDate)}`,
              ]}
            />
          );
        })}
        <Pager page={lots.data.currentPage} pages={lots.data.totalPages} />
      </Group>
      <Group id="catalogs" title="Аукционы" isEmpty={catalogs.data.length === 0}>
        {catalogs.data.map((catalog) => (
          <Row
            key={catalog.id}
            subscribed={{ kind: "catalog", id: catalog.id }}
            name={catalog.title}
            to={auctionUrl(catalog)}
            note={[catalog.houseNameRu, catalog.startDate && `начало ${dayMonthTime(catalog.startDate)}`]}
          />
        ))}
      </Group>
      <Group id="artists" title="Художники" isEmpty={artists.data.length === 0}>
        {artists.data.map((artist) => (
          <Row
            key={artist.id}
            subscribed={{ kind: "artist", id: artist.id }}
            name={artist.authorName}
            to={artistUrl({ id: artist.authorId, name: artist.authorName })}
            note={[`до ${dayMonth(artist.expires)}`]}
          />
        ))}
      </Group>
      <Group id="searches" title="Поиски" isEmpty={searches.data.length === 0}>
        {searches.data.map((search) => (
          <SearchRow key={search.id} search={search} />
        ))}
      </Group>
    </>
  );
}

interface GroupProps {
  id: string;
  title: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Group({ id, title, isEmpty, children }: GroupProps) {
  if (isEmpty) return null;
  return (
    <section className={css.group} aria-labelledby={`subscribed-${id}`}>
      <div className={css.groupHead}>
        <h2 className="h3" id={`subscribed-${id}`}>
          {title}
        </h2>
      </div>
      <ul className={css.list}>{children}</ul>
    </section>
  );
}

interface RowProps {
  subscribed: Subscribed;
  name: string;
  to: string;
  note: (string | null)[];
}

function Row({ subscribed, name, to, note }: RowProps) {
  const end = useUnsubscribe();
  return (
    <li>
      <div>
        <Link className="link" to={to}>
          {name}
        </Link>
        <p className="caption num">{note.filter(Boolean).join(" · ")}</p>
      </div>
      <Button
        size="sm"
        disabled={end.isPending}
        aria-label={`Отписаться: ${name}`}
        onClick={() => end.mutate(subscribed)}
      >
        Отписаться
      </Button>
    </li>
  );
}

function SearchRow({ search }: { search: SavedSearch }) {
  const change = useChangeSearch();
  const remove = useDeleteSearch();
  const { id, name, letters } = search;
  return (
    <li>
      <div>
        <Link className="link" to={search.path}>
          {name}
        </Link>
        <p className="caption num">сохранён {dayMonth(search.created)}</p>
      </div>
      <Select
        aria-label={`Письма о новых лотах: ${name}`}
        data={letterTimes.map(({ value, note }) => ({ value, label: note }))}
        value={letters}
        onChange={(value) => change.mutate({ id, name, letters: value as SearchLetters })}
      />
      <Button
        size="sm"
        disabled={remove.isPending}
        aria-label={`Удалить поиск: ${name}`}
        onClick={() => remove.mutate(id)}
      >
        Удалить
      </Button>
    </li>
  );
}
