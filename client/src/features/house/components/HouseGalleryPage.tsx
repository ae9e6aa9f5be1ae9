import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Pager } from "@/components/Pager/Pager";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { houseUrl } from "@/lib/urls";
import { pageOfAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { houseOptions } from "@/trade/api/catalog";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { houseLotsOptions } from "../api/houses";
import css from "./HousePage.module.css";

/** The works in a house's gallery. */
export default function HouseGalleryPage() {
  const { id } = useParams();
  const houseId = Number(id);
  const [params] = useSearchParams();
  const { data: house, error, refetch } = useQuery(houseOptions(houseId));
  const list = useQuery(houseLotsOptions(houseId, pageOfAddress(params), true));
  usePageTitle(house ? `${house.nameRu}: галерея` : "Галерея");

  const fault = error ?? list.error;
  if (fault) {
    return (
      <div className="page section">
        <Fault
          error={fault}
          retry={() => {
            void refetch();
            void list.refetch();
          }}
        />
      </div>
    );
  }
  if (!house) return <PageSkeleton />;
  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Галереи", to: "/galleries" },
          { label: house.nameRu, to: houseUrl(house) },
          { label: "Галерея" },
        ]}
      />
      <h1 className={css.galleryTitle}>{house.nameRu}</h1>
      {list.data?.items.length === 0 ? (
        <EmptyState title="В галерее пока пусто" action={{ label: "К дому", to: houseUrl(house) }}>
          Работы появятся здесь, когда дом их повесит.
        </EmptyState>
      ) : (
        <>
          <LotGrid lots={list.data?.items} skeletons={10} headingLevel={2} />
          {list.data && <Pager page={list.data.currentPage} pages={list.data.totalPages} />}
        </>
      )}
    </div>
  );
}
