import { NameGrid } from "@/components/NameGrid/NameGrid";
import type { HouseShort } from "@/lib/api/types";
import { GalleryType } from "@/trade/enums";
import { galleryUrl, houseUrl } from "@/trade/urls";

const galleryLabel: Record<number, string> = {
  [GalleryType.Artistic]: "художественная",
  [GalleryType.Antique]: "антикварная",
  [GalleryType.Jewelry]: "ювелирная",
  [GalleryType.Modern]: "современное искусство",
};

/** What a house is, and among galleries what its gallery shows. */
function kindOf(house: HouseShort, asGallery: boolean): string {
  if (asGallery) {
    const kind = house.galleryType === null ? undefined : galleryLabel[house.galleryType];
    return ["Галерея дома", kind].filter(Boolean).join(", ");
  }
  return ["Аукционный дом", house.isGallery && "галерея", house.isPostAuction && "ПостАукцион"]
    .filter(Boolean)
    .join(", ");
}

interface HouseGridProps {
  /** undefined while loading. */
  houses: readonly HouseShort[] | undefined;
  /** Links lead to the galleries instead of the houses. */
  toGallery?: boolean;
}

export function HouseGrid({ houses, toGallery = false }: HouseGridProps) {
  const items = houses?.map((house) => {
    const asGallery = toGallery && house.isGallery;
    return {
      id: house.id,
      name: house.nameRu,
      to: asGallery ? galleryUrl(house) : houseUrl(house),
      picture: house.photo.previewId,
      note: kindOf(house, asGallery),
    };
  });
  return <NameGrid items={items} owner="house" icon="gavel" />;
}
