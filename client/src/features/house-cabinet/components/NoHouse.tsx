import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import type { User } from "@/lib/api/types";
import { useMyHouses } from "@/trade/api/myHouses";
import { cabinetUrl } from "../model/sections";

/** What stands for a house that does not exist or is not the person's: the way to the houses that are theirs. */
export function NoHouse({ user }: { user: User }) {
  const [first] = useMyHouses(user);
  const way = first
    ? { label: "Мои дома", to: cabinetUrl(first.id) }
    : user?.isAdmin && { label: "Аукционные дома", to: "/admin/houses" };
  if (!way) return <NotFound />;
  return (
    <div className="page section">
      <EmptyState isPage title="Страница не найдена" action={way}>
        Возможно, адрес набран с ошибкой или этот дом вам не открыт.
      </EmptyState>
    </div>
  );
}
