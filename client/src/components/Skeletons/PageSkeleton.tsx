import type { ReactNode } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./PageSkeleton.module.css";

/** A block by its class, `card*8` for eight that are alike, or blocks within a frame, whose class comes first. */
type Part = string | readonly [string, ...Part[]];

const LINES: Part = ["lines", "eyebrow", "title", "words", "words", "words"];

/** What pages are made of: their skeletons have blocks in the same places. Every visit loads this, so it is short. */
const SHAPES = {
  lots: ["heading", "field", ["listing", "filters", ["main", "tabs", "toolbar", ["cards", "card*8"]]]],
  lot: ["crumbs", ["lot", "stage", LINES]],
  sale: [
    "crumbs",
    "heading",
    ["lines", "words", "eyebrow"],
    "band",
    ["listing", "filters", ["cards", "card*4"]],
  ],
  house: ["crumbs", ["house", "sign", LINES, "aside"], "tabs", ["rows", "row*4"]],
  artist: ["crumbs", ["artist", "portrait", LINES, "aside"], "totals", ["cards", "card*4"]],
  article: ["crumbs", ["article", LINES], "shot", ["article", LINES]],
  names: ["heading", "field", ["names", "name*12"]],
  rows: ["heading", "tabs", ["rows", "row*6"]],
  account: [["account", "menu", ["main", "title", "line*6"]]],
  text: ["heading", ["article", LINES, LINES]],
} satisfies Record<string, readonly Part[]>;

export type Shape = keyof typeof SHAPES;

function draw(part: Part, key: string): ReactNode {
  if (typeof part !== "string") {
    const [frame, ...parts] = part;
    return (
      <div key={key} className={css[frame]}>
        {parts.map((one, i) => draw(one, `${key}.${i}`))}
      </div>
    );
  }
  const [name = "", count = 1] = part.split("*");
  return Array.from({ length: Number(count) }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are all alike
    <Skeleton key={`${key}.${i}`} className={css[name]} />
  ));
}

/** Shown while a page's script or its first answer is on the way. */
export function PageSkeleton({ shape }: { shape: Shape }) {
  return (
    <div className={`page ${css.page}`} aria-busy="true">
      <span className="sr">Загрузка страницы</span>
      {SHAPES[shape].map((part, i) => draw(part, String(i)))}
    </div>
  );
}
