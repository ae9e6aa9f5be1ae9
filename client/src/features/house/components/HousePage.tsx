import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { Pager } from "@/components/Pager/Pager";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { pageOfAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { houseOptions } from "@/trade/api/catalog";
import { Agenda } from "@/trade/components/AgendaRow/Agenda";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { houseCatalogsOptions, houseLotsOptions } from "../api/houses";
import { HouseHead } from "./HouseHead";
import css from "./HousePage.module.css";

/** A house: its contacts, registration, sales and lots. */
export default function HousePage() {
  const { id } = useParams();
  const houseId = Number(id);
  const { data: house, error, refetch } = useQuery(houseOptions(houseId));
  const [params] = useSearchParams();
  const tab = params.get("tab") === "lots" ? "lots" : "auctions";
  usePageTitle(house?.nameRu ?? "Аукционный дом");

  if (error) {
    return (
      <div className="page section">
        <Fault error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (!house) return <PageSkeleton />;
  return (
    <div className="page">
      <Breadcrumbs
        crumbs={[
          { label: "Главная", to: "/" },
          { label: "Аукционные дома", to: "/auctionHouses-all" },
          { label: house.nameRu },
        ]}
      />
      <HouseHead house={house} />
      <LinkTabs className={css.tabs} label="Разделы дома">
        <Link to="?tab=auctions" preventScrollReset aria-current={tab === "auctions" ? "page" : undefined}>
          Аукционы
        </Link>
        <Link to="?tab=lots" preventScrollReset aria-current={tab === "lots" ? "page" : undefined}>
          Лоты
        </Link>
      </LinkTabs>
      {tab === "lots" ? (
        <HouseLots id={houseId} page={pageOfAddress(params)} />
      ) : (
        <HouseCatalogs id={houseId} page={pageOfAddress(params)} />
      )}
    </div>
  );
}

function HouseCatalogs({ id, page }: { id: number; page: number }) {
  const list = useQuery(houseCatalogsOptions(id, page));
  if (list.error) return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (list.data?.items.length === 0) {
    return (
      <EmptyState title="Аукционов пока нет" action={{ label: "Все аукционы", to: "/auctions" }}>
        Дом ещё не объявил торгов.
      </EmptyState>
    );
  }
  return (
    <>
      <Agenda catalogs={list.data?.items} withHouse={false} />
      {list.data && <Pager page={list.data.currentPage} pages={list.data.totalPages} />}
    </>
  );
}

function HouseLots({ id, page }: { id: number; page: number }) {
  const list = useQuery(houseLotsOptions(id, page));
  if (list.error) return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (list.data?.items.length === 0) {
    return (
      <EmptyState title="Лотов пока нет" action={{ label: "Все лоты", to: "/lots" }}>
        Работы дома появятся вместе с его каталогом.
      </EmptyState>
    );
  }
  return (
    <>
      <LotGrid lots={list.data?.items} skeletons={10} headingLevel={2} />
      {list.data && <Pager page={list.data.currentPage} pages={list.data.totalPages} />}
    </>
  );
}
