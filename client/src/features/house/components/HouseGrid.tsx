import { NameGrid } from "@/components/NameGrid/NameGrid";
import type { HouseListed } from "@/lib/api/types";
import { count, plural, thousands, typeset } from "@/lib/format";
import { CatalogType, GalleryType } from "@/trade/enums";
import { galleryUrl, houseUrl } from "@/trade/urls";
import { cityOf } from "../model/city";

const galleryLabel: Record<number, string> = {
  [GalleryType.Artistic]: "художественная галерея",
  [GalleryType.Antique]: "антикварная галерея",
  [GalleryType.Jewelry]: "ювелирная галерея",
  [GalleryType.Modern]: "современное искусство",
};

const kindLabel: Record<number, string> = {
  [CatalogType.Classic]: "классические аукционы",
  [CatalogType.Parallel]: "параллельные торги",
  [CatalogType.Gallery]: "галерея",
  [CatalogType.PostAuction]: "ПостАукцион",
};

/** Where a house is and what it trades; among galleries what its gallery shows. */
function aboutOf(house: HouseListed, asGallery: boolean): string {
  const kinds = asGallery
    ? [(house.galleryType !== null && galleryLabel[house.galleryType]) || "галерея"]
    : house.catalogTypes.map((type) => kindLabel[type]);
  return [cityOf(house.address), ...kinds].filter(Boolean).join(" · ");
}

/** «1 аукцион идёт, 2 скоро» and «140 лотов в продаже». */
function tradeOf({ runningCount, plannedCount, offeredCount }: HouseListed): string {
  const running =
    runningCount > 0 &&
    `${count(runningCount, ["аукцион", "аукциона", "аукционов"])} ${plural(runningCount, ["идёт", "идут", "идут"])}`;
  const planned =
    plannedCount > 0 &&
    (running
      ? `${thousands(plannedCount)} скоро`
      : `${count(plannedCount, ["аукцион", "аукциона", "аукционов"])} скоро`);
  const sales = [running, planned].filter(Boolean).join(", ");
  const lots = offeredCount > 0 && `${count(offeredCount, ["лот", "лота", "лотов"])} в\u00a0продаже`;
  return [sales, lots].filter(Boolean).join(" · ") || "Сейчас торгов нет";
}

interface HouseGridProps {
  /** undefined while loading. */
  houses: readonly HouseListed[] | undefined;
  /** Links lead to the galleries instead of the houses. */
  toGallery?: boolean;
}

export function HouseGrid({ houses, toGallery = false }: HouseGridProps) {
  const items = houses?.map((house) => {
    const asGallery = toGallery && house.isGallery;
    return {
      id: house.id,
      name: typeset(house.nameRu),
      to: asGallery ? galleryUrl(house) : houseUrl(house),
      picture: house.photo.previewId,
      about: aboutOf(house, asGallery),
      note: tradeOf(house),
    };
  });
  return <NameGrid items={items} owner="house" columns={2} />;
}
