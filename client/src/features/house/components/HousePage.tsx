import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PagedList } from "@/components/PagedList/PagedList";
import type { House } from "@/lib/api/types";
import { pageOfAddress } from "@/lib/useAddress";
import { Agenda } from "@/trade/components/AgendaRow/Agenda";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { galleryUrl, houseUrl } from "@/trade/urls";
import { houseCatalogsOptions, housePostAuctionOptions } from "../api/houses";
import { HouseFrame } from "./HouseFrame";
import { HouseHead } from "./HouseHead";
import { HouseNews } from "./HouseNews";
import css from "./HousePage.module.css";
import { HouseStaff } from "./HouseStaff";

const TABS = ["auctions", "lots", "postauction", "news"] as const;
type Tab = (typeof TABS)[number];

interface HousePageProps {
  /** The house's lots. */
  lots: (houseId: number) => ReactNode;
}

/** A house: its contacts, staff, registration, sales, lots and news. */
export default function HousePage({ lots }: HousePageProps) {
  const { id } = useParams();
  const houseId = Number(id);
  const [params] = useSearchParams();
  const tab = TABS.find((known) => known === params.get("tab")) ?? "auctions";
  if (!Number.isSafeInteger(houseId) || houseId <= 0) return <NotFound />;
  return (
    <HouseFrame
      houseId={houseId}
      title={(house) => house?.nameRu ?? "Аукционный дом"}
      crumbs={(house) => [{ label: "Аукционные дома", to: "/auctionHouses-all" }, { label: house.nameRu }]}
      path={houseUrl}
    >
      {(house) => (
        <>
          <HouseHead house={house} />
          <Sections isNamed={params.has("tab")}>
            <HouseTabs house={house} tab={tab} />
            <Content tab={tab} id={house.id} page={pageOfAddress(params)} lots={lots} />
          </Sections>
          {/* Last: they come after the page and would push the tabs down. */}
          <HouseStaff houseId={house.id} />
        </>
      )}
    </HouseFrame>
  );
}

interface SectionsProps {
  /** Whether the address names one of them. */
  isNamed: boolean;
  children: ReactNode;
}

/** The tabs and what they hold. An address that names a tab leads past the head, unless the reader returns to a place. */
function Sections({ isNamed, children }: SectionsProps) {
  const start = useRef<HTMLDivElement>(null);
  const arrive = useEffectEvent(() => {
    if (isNamed && window.scrollY === 0) start.current?.scrollIntoView();
  });
  useEffect(() => arrive(), []);
  return <div ref={start}>{children}</div>;
}

function HouseTabs({ house, tab }: { house: House; tab: Tab }) {
  const link = (own: Tab, label: string) => (
    <Link to={`?tab=${own}`} preventScrollReset aria-current={tab === own ? "page" : undefined}>
      {label}
    </Link>
  );
  return (
    <LinkTabs className={css.tabs} label="Разделы дома">
      {link("auctions", "Аукционы")}
      {link("lots", "Лоты")}
      {house.isGallery && <Link to={galleryUrl(house)}>Галерея</Link>}
      {house.isPostAuction && link("postauction", "ПостАукцион")}
      {link("news", "Новости")}
    </LinkTabs>
  );
}

interface ContentProps extends HousePageProps {
  tab: Tab;
  id: number;
  page: number;
}

function Content({ tab, id, page, lots }: ContentProps) {
  switch (tab) {
    case "auctions":
      return <HouseCatalogs id={id} page={page} />;
    case "lots":
      return lots(id);
    case "postauction":
      return <HousePostAuction id={id} page={page} />;
    case "news":
      return <HouseNews id={id} page={page} />;
  }
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
      {(catalogs) => (
        <>
          <h2 className="sr">Аукционы дома</h2>
          <div className={css.agenda}>
            <Agenda catalogs={catalogs} withHouse={false} />
          </div>
        </>
      )}
    </PagedList>
  );
}

function HousePostAuction({ id, page }: { id: number; page: number }) {
  const list = useQuery(housePostAuctionOptions(id, page));
  const empty = (
    <EmptyState title="В ПостАукционе пока пусто" action={{ label: "Купить сейчас", to: "/buy" }}>
      Здесь появляются лоты, не проданные на торгах дома.
    </EmptyState>
  );
  return (
    <PagedList list={list} empty={empty}>
      {(lots) => <LotGrid lots={lots} skeletons={10} headingLevel={2} />}
    </PagedList>
  );
}
