import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
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
      <PagedList
        list={list}
        empty={
          <EmptyState title="Домов пока нет" action={{ label: "На главную", to: "/" }}>
            Аукционные дома появятся здесь, когда откроют свои страницы.
          </EmptyState>
        }
      >
        {(houses) => <HouseGrid houses={houses} />}
      </PagedList>
    </div>
  );
}
