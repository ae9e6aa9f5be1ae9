import { EmptyState } from "@/components/EmptyState/EmptyState";
import { usePageTitle } from "@/lib/usePageTitle";

/** A section whose pages do not exist yet. Nothing links here. */
export default function LaterPage() {
  usePageTitle("Раздел готовится");
  return (
    <div className="page section">
      <h1 className="sr">Раздел готовится</h1>
      <EmptyState title="Раздел готовится" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
        Этот раздел ещё не открыт. Торги, каталоги и аукционные дома уже работают.
      </EmptyState>
    </div>
  );
}
