import { EmptyState } from "@/components/EmptyState/EmptyState";
import { useTopCategories } from "../model/useTopCategories";
import { LotListing } from "./LotListing";

/** The lots of a house, with filters. */
export default function HouseLots({ houseId }: { houseId: number }) {
  return (
    <LotListing
      fixed={{ houseId }}
      categories={useTopCategories()}
      withHouses={false}
      empty={
        <EmptyState title="Лотов пока нет" action={{ label: "Все лоты", to: "/lots" }}>
          Работы дома появятся вместе с его каталогом.
        </EmptyState>
      }
    />
  );
}
