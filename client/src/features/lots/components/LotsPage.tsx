import { PageHeading } from "@/components/PageHeading/PageHeading";
import { usePageTitle } from "@/lib/usePageTitle";
import { LotListing, useTopCategories } from "./LotListing";

export default function LotsPage() {
  usePageTitle("Лоты");
  return (
    <div className="page">
      <PageHeading>Лоты</PageHeading>
      <LotListing categories={useTopCategories()} />
    </div>
  );
}
