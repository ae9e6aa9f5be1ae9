import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import type { HouseShort } from "@/lib/api/types";
import { GalleryType } from "@/lib/enums";
import { houseUrl, slug } from "@/lib/urls";
import css from "./HouseGrid.module.css";

const galleryLabel: Record<number, string> = {
  [GalleryType.Artistic]: "Художественная галерея",
  [GalleryType.Antique]: "Антикварная галерея",
  [GalleryType.Jewelry]: "Ювелирная галерея",
  [GalleryType.Modern]: "Галерея современного искусства",
};

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
        const to =
          toGallery && house.isGallery
            ? `/auction-house/${house.id}/gallery/${slug(house.nameRu)}`
            : houseUrl(house);
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
              <p className="caption">
                {house.isGallery && house.galleryType !== null
                  ? galleryLabel[house.galleryType]
                  : house.isPostAuction
                    ? "Аукционный дом, ПостАукцион"
                    : "Аукционный дом"}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
