import { useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { searchText, shownSearch } from "@/lib/searchText";
import { usePageTitle } from "@/lib/usePageTitle";
import { useTopCategories } from "../model/useTopCategories";
import { LotListing } from "./LotListing";

export default function LotsPage() {
  const [params] = useSearchParams();
  const search = shownSearch(searchText(params.get("search") ?? ""));
  usePageTitle(search ? `${search} — Лоты` : "Лоты");
  return (
    <div className="page">
      <PageHeading>Лоты</PageHeading>
      <LotListing
        categories={useTopCategories()}
        empty={<EmptyState title="Лотов пока нет" action={{ label: "Смотреть аукционы", to: "/auctions" }} />}
      />
    </div>
  );
}
