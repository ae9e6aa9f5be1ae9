import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { ImageOwner } from "@/lib/api/types";
import { monogram } from "@/lib/format";
import { SquarePicture } from "../Picture/SquarePicture";
import css from "./NameGrid.module.css";

/** A house or a person in a list. */
interface Named {
  id: number;
  name: string;
  to: string;
  /** Without one the letters of the name stand in the frame. */
  picture: string | null;
  /** In place of the picture. */
  shown?: ReactNode;
  /** One line on who it is, and one on what it trades. */
  about: string;
  note: string;
}

interface NameGridProps {
  /** undefined while loading. */
  items: readonly Named[] | undefined;
  owner: ImageOwner;
  columns: 2 | 3;
}

/** Names beside their pictures, in columns. */
export function NameGrid({ items, owner, columns }: NameGridProps) {
  if (!items) {
    return (
      <div className={css.grid} data-columns={columns} aria-busy="true">
        <span className="sr">Загрузка</span>
        {Array.from({ length: 12 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
          <div key={i} className={css.item} aria-hidden="true">
            <Skeleton className={css.frame} />
            <div className={css.lines}>
              <Skeleton h={26} w="80%" />
              <Skeleton h={14} w="60%" mt={8} />
              <Skeleton h={14} w="50%" mt={8} />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className={css.grid} data-columns={columns}>
      {items.map((item) => (
        <li key={item.id} className={css.item}>
          <div className={css.frame}>
            {item.shown ?? (
              <SquarePicture
                owner={owner}
                id={item.picture}
                side={92}
                fallback={
                  <span className={css.letters} aria-hidden="true">
                    {monogram(item.name)}
                  </span>
                }
              />
            )}
          </div>
          <div className={css.lines}>
            <h2 className={css.name}>
              <Link to={item.to}>{item.name}</Link>
            </h2>
            {item.about && <p className={`caption ${css.about}`}>{item.about}</p>}
            <p className={css.note}>{item.note}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
