import { Link } from "react-router";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { ImageOwner } from "@/lib/api/types";
import { Icon, type IconName } from "../Icon/Icon";
import { SquarePicture } from "../Picture/SquarePicture";
import css from "./NameGrid.module.css";

/** A house or a person in a list. */
export interface Named {
  id: number;
  name: string;
  to: string;
  picture: string | null;
  note: string;
}

interface NameGridProps {
  /** undefined while loading. */
  items: readonly Named[] | undefined;
  owner: ImageOwner;
  /** Shown if there is no picture. */
  icon: IconName;
}

/** Names beside their pictures, in columns. */
export function NameGrid({ items, owner, icon }: NameGridProps) {
  if (!items) {
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
      {items.map((item) => (
        <li key={item.id} className={css.item}>
          <div className={css.frame}>
            <SquarePicture
              owner={owner}
              id={item.picture}
              side={92}
              fallback={<Icon name={icon} size="l" />}
            />
          </div>
          <div>
            <h2 className={css.name}>
              <Link to={item.to}>{item.name}</Link>
            </h2>
            <p className="caption">{item.note}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
