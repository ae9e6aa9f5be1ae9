import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NewsCard } from "@/components/NewsCard/NewsCard";
import wall from "@/components/NewsCard/NewsCard.module.css";
import { PagedList } from "@/components/PagedList/PagedList";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { houseNewsOptions } from "../api/houses";

/** The published news of a house. */
export function HouseNews({ id, page }: { id: number; page: number }) {
  const list = useQuery(houseNewsOptions(id, page));
  const empty = (
    <EmptyState title="Новостей пока нет" action={{ label: "Все новости", to: "/news" }}>
      Дом ещё ничего не опубликовал.
    </EmptyState>
  );
  return (
    <PagedList list={list} empty={empty}>
      {(news) =>
        news ? (
          <ul className={wall.wall}>
            {news.map((one) => (
              <li key={one.id}>
                <NewsCard news={one} headingLevel={2} />
              </li>
            ))}
          </ul>
        ) : (
          <div className={wall.wall} aria-busy="true">
            <span className="sr">Загрузка новостей</span>
            {Array.from({ length: 3 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
              <Skeleton key={i} h={320} />
            ))}
          </div>
        )
      }
    </PagedList>
  );
}
