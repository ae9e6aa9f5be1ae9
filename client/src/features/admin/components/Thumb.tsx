import { Icon, type IconName } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import type { ImageOwner } from "@/lib/api/types";
import css from "./admin.module.css";

interface ThumbProps {
  owner: ImageOwner;
  id: string | null;
  /** Shown without a picture. */
  icon: IconName;
}

/** A small square picture before a name, which says what it shows. */
export function Thumb({ owner, id, icon }: ThumbProps) {
  return (
    <span className={css.thumb}>
      <SquarePicture owner={owner} id={id} side={40} fallback={<Icon name={icon} />} />
    </span>
  );
}
