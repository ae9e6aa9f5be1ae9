import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { PagedList } from "@/components/PagedList/PagedList";
import { typeset } from "@/lib/format";
import { pageOfAddress } from "@/lib/useAddress";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { galleryUrl, houseUrl } from "@/trade/urls";
import { houseGalleryOptions } from "../api/houses";
import { HouseFrame } from "./HouseFrame";
import css from "./HousePage.module.css";

/** The works in a house's gallery. */
export default function HouseGalleryPage() {
  const { id } = useParams();
  const houseId = Number(id);
  const [params] = useSearchParams();
  // Here, so that the works load beside the house.
  const list = useQuery(houseGalleryOptions(houseId, pageOfAddress(params)));
  return (
    <HouseFrame
      houseId={houseId}
      title={(house) => (house ? `${house.nameRu}: галерея` : "Галерея")}
      crumbs={(house) => [
        { label: "Галереи", to: "/galleries" },
        { label: house.nameRu, to: houseUrl(house) },
        { label: "Галерея" },
      ]}
      path={galleryUrl}
    >
      {(house) => (
        <>
          <h1 className={css.galleryTitle}>{typeset(house.nameRu)}</h1>
          <PagedList
            list={list}
            empty={
              <EmptyState title="В галерее пока пусто" action={{ label: "К дому", to: houseUrl(house) }}>
                Работы появятся здесь, когда дом их выставит.
              </EmptyState>
            }
          >
            {(lots) => <LotGrid lots={lots} skeletons={10} headingLevel={2} withSale={false} />}
          </PagedList>
        </>
      )}
    </HouseFrame>
  );
}
