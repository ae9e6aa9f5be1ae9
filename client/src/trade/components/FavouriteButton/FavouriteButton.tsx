import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useIsFavourite, useToggleFavourite } from "@/trade/api/favourites";
import css from "./FavouriteButton.module.css";

interface FavouriteButtonProps {
  lot: LotShort;
  /** With its words beside the heart, as on the lot page. */
  withLabel?: boolean;
}

/** The heart. A visitor's tap opens the sign-in and takes effect right after it. */
export function FavouriteButton({ lot, withLabel = false }: FavouriteButtonProps) {
  const on = useIsFavourite(lot);
  const toggle = useToggleFavourite();
  const requireLogin = useRequireLogin();
  const name = lot.catalogLotId === null ? lot.titleRu : `лот ${lot.catalogLotId}`;
  const onClick = () =>
    requireLogin(() => toggle.mutate({ lot, on: !on }), `После входа ${name} будет в избранном.`);
  return (
    <button
      type="button"
      className={withLabel ? css.labelled : css.heart}
      aria-pressed={on}
      aria-label={withLabel ? undefined : `${on ? "Убрать из избранного" : "Добавить в избранное"}: ${name}`}
      onClick={onClick}
    >
      <Icon name="heart" filled={on} />
      {withLabel && (on ? "В избранном" : "В избранное")}
    </button>
  );
}
