import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { Pager } from "@/components/Pager/Pager";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { housesOptions } from "../api/houses";
import { HouseGrid } from "./HouseGrid";

export default function HousesPage() {
  usePageTitle("Аукционные дома");
  const { params } = useAddress();
  const list = useQuery(housesOptions({ kind: "all", page: pageOfAddress(params) }));
  return (
    <div className="page">
      <PageHeading>Аукционные дома</PageHeading>
      {list.error ? (
        <Fault error={list.error} retry={() => void list.refetch()} />
      ) : list.data?.items.length === 0 ? (
        <EmptyState title="Домов пока нет" action={{ label: "На главную", to: "/" }}>
          Аукционные дома появятся здесь, когда откроют свои страницы.
        </EmptyState>
      ) : (
        <>
          <HouseGrid houses={list.data?.items} />
          {list.data && <Pager page={list.data.currentPage} pages={list.data.totalPages} />}
        </>
      )}
    </div>
  );
}
