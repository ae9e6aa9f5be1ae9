import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PagedList } from "@/components/PagedList/PagedList";
import { pageOfAddress } from "@/lib/useAddress";
import { Agenda } from "@/trade/components/AgendaRow/Agenda";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { houseCatalogsOptions, houseLotsOptions } from "../api/houses";
import { HouseFrame } from "./HouseFrame";
import { HouseHead } from "./HouseHead";
import css from "./HousePage.module.css";

/** A house: its contacts, registration, sales and lots. */
export default function HousePage() {
  const { id } = useParams();
  const houseId = Number(id);
  const [params] = useSearchParams();
  const tab = params.get("tab") === "lots" ? "lots" : "auctions";
  return (
    <HouseFrame
      houseId={houseId}
      title={(house) => house?.nameRu ?? "Аукционный дом"}
      crumbs={(house) => [{ label: "Аукционные дома", to: "/auctionHouses-all" }, { label: house.nameRu }]}
    >
      {(house) => (
        <>
          <HouseHead house={house} />
          <LinkTabs className={css.tabs} label="Разделы дома">
            <Link
              to="?tab=auctions"
              preventScrollReset
              aria-current={tab === "auctions" ? "page" : undefined}
            >
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
        </>
      )}
    </HouseFrame>
  );
}

function HouseCatalogs({ id, page }: { id: number; page: number }) {
  const list = useQuery(houseCatalogsOptions(id, page));
  const empty = (
    <EmptyState title="Аукционов пока нет" action={{ label: "Все аукционы", to: "/auctions" }}>
      Дом ещё не объявил торгов.
    </EmptyState>
  );
  return (
    <PagedList list={list} empty={empty}>
      {(catalogs) => <Agenda catalogs={catalogs} withHouse={false} />}
    </PagedList>
  );
}

function HouseLots({ id, page }: { id: number; page: number }) {
  const list = useQuery(houseLotsOptions(id, page));
  const empty = (
    <EmptyState title="Лотов пока нет" action={{ label: "Все лоты", to: "/lots" }}>
      Работы дома появятся вместе с его каталогом.
    </EmptyState>
  );
  return (
    <PagedList list={list} empty={empty}>
      {(lots) => <LotGrid lots={lots} skeletons={10} headingLevel={2} />}
    </PagedList>
  );
}
