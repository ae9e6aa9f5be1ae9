import { useQuery } from "@tanstack/react-query";
import { NavLink, useParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { GalleryType } from "@/trade/enums";
import { housesOptions } from "../api/houses";
import css from "./GalleriesPage.module.css";
import { HouseGrid } from "./HouseGrid";

interface Kind {
  path: string;
  tab: string;
  title: string;
  type?: number;
}

const kinds: Record<string, Kind> = {
  all: { path: "/galleries", tab: "Все", title: "Галереи" },
  artistic: {
    path: "/galleries/artistic",
    tab: "Художественные",
    title: "Художественные галереи",
    type: GalleryType.Artistic,
  },
  antique: {
    path: "/galleries/antique",
    tab: "Антикварные",
    title: "Антикварные галереи",
    type: GalleryType.Antique,
  },
  jewelry: {
    path: "/galleries/jewelry",
    tab: "Ювелирные",
    title: "Ювелирные галереи",
    type: GalleryType.Jewelry,
  },
  modern: {
    path: "/galleries/modern",
    tab: "Современные",
    title: "Современные галереи",
    type: GalleryType.Modern,
  },
};

export default function GalleriesPage() {
  const { kind = "all" } = useParams();
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return known ? <GalleryList kind={known} /> : <NotFound />;
}

function GalleryList({ kind }: { kind: Kind }) {
  usePageTitle(kind.title);
  const { params } = useAddress();
  const list = useQuery(
    housesOptions({ kind: "galleries", galleryType: kind.type, page: pageOfAddress(params) }),
  );
  return (
    <div className="page">
      <PageHeading>{kind.title}</PageHeading>
      <LinkTabs className={css.tabs} label="Вид галерей">
        {Object.values(kinds).map(({ path, tab }) => (
          <NavLink key={path} to={path} end>
            {tab}
          </NavLink>
        ))}
      </LinkTabs>
      <PagedList
        list={list}
        className={css.list}
        empty={
          kind.type === undefined ? (
            <EmptyState
              title="Галерей пока нет"
              action={{ label: "Аукционные дома", to: "/auctionHouses-all" }}
            >
              Ни один дом ещё не открыл галерею.
            </EmptyState>
          ) : (
            <EmptyState
              title={`${kind.title}: пока ни одной`}
              action={{ label: "Все галереи", to: "/galleries" }}
            >
              Когда дом откроет такую галерею, она появится здесь.
            </EmptyState>
          )
        }
      >
        {(houses) => <HouseGrid houses={houses} toGallery />}
      </PagedList>
    </div>
  );
}
