import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import type { HouseShort } from "@/lib/api/types";
import { GalleryType } from "@/lib/enums";
import { galleryUrl, houseUrl } from "@/lib/urls";
import css from "./HouseGrid.module.css";

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
  if (!houses) {
    return (
      <div className={css.grid} aria-busy="true">
        <span className="sr">Загрузка</span>
        {Array.from({ length: 6 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
          <Skeleton key={i} className={css.skeleton} />
        ))}
      </div>
    );
  }
  return (
    <ul className={css.grid}>
      {houses.map((house) => {
        const to = toGallery && house.isGallery ? galleryUrl(house) : houseUrl(house);
        return (
          <li key={house.id} className={css.house}>
            <div className={css.frame}>
              <SquarePicture
                owner="house"
                id={house.photo.previewId}
                side={92}
                fallback={<Icon name="gavel" size="l" />}
              />
            </div>
            <div>
              <h2 className={css.name}>
                <Link to={to}>{house.nameRu}</Link>
              </h2>
              <p className="caption">{kindOf(house, toGallery && house.isGallery)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
