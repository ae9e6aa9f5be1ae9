import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { useFavourites } from "@/trade/api/favourites";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";

export function MyFavourites() {
  const { data, error, refetch } = useFavourites();
  if (error && !data) return <Fault error={error} retry={() => void refetch()} />;
  if (data?.items.length === 0) {
    return (
      <EmptyState title="Избранного пока нет" action={{ label: "Смотреть лоты", to: "/lots" }}>
        Отмечайте лоты сердечком: они соберутся здесь, и вы не пропустите их торги.
      </EmptyState>
    );
  }
  return <LotGrid lots={data?.items} columns={4} headingLevel={2} />;
}
