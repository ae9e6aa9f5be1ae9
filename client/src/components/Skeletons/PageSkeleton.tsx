import type { ReactNode } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./PageSkeleton.module.css";

/** What a page is made of: its skeleton has blocks in the same places. */
export type Shape =
  | "lots"
  | "lot"
  | "sale"
  | "house"
  | "artist"
  | "article"
  | "names"
  | "rows"
  | "account"
  | "staff"
  | "text";

const Block = ({ is }: { is: string }) => <Skeleton className={css[is]} />;

/** Blocks that are all alike. */
function Many({ of, count }: { of: string; count: number }) {
  return (
    <div className={css[`${of}s`]}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are all alike
        <Block key={i} is={of} />
      ))}
    </div>
  );
}

const heading = <Block is="heading" />;
const crumbs = <Block is="crumbs" />;
const lines = (
  <div className={css.lines}>
    <Skeleton h={16} w="40%" />
    <Block is="title" />
    <Skeleton h={18} />
    <Skeleton h={18} />
    <Skeleton h={18} w="70%" />
  </div>
);

const SHAPES: Record<Shape, ReactNode> = {
  lots: (
    <>
      {heading}
      <Block is="field" />
      <div className={css.listing}>
        <Block is="filters" />
        <div>
          <Block is="tabs" />
          <Block is="toolbar" />
          <Many of="card" count={8} />
        </div>
      </div>
    </>
  ),
  lot: (
    <>
      {crumbs}
      <div className={css.lot}>
        <Block is="stage" />
        {lines}
      </div>
    </>
  ),
  sale: (
    <>
      {crumbs}
      {heading}
      <div className={css.lines}>
        <Skeleton h={18} w="45%" />
        <Skeleton h={18} w="30%" />
      </div>
      <Block is="band" />
      <div className={css.listing}>
        <Block is="filters" />
        <Many of="card" count={4} />
      </div>
    </>
  ),
  house: (
    <>
      {crumbs}
      <div className={css.house}>
        <Block is="sign" />
        {lines}
        <Block is="aside" />
      </div>
      <Block is="tabs" />
      <Many of="row" count={4} />
    </>
  ),
  artist: (
    <>
      {crumbs}
      <div className={css.artist}>
        <Block is="portrait" />
        {lines}
        <Block is="aside" />
      </div>
      <Block is="totals" />
      <Many of="card" count={4} />
    </>
  ),
  article: (
    <>
      {crumbs}
      <div className={css.article}>{lines}</div>
      <Block is="shot" />
      <div className={css.article}>{lines}</div>
    </>
  ),
  names: (
    <>
      {heading}
      <Block is="field" />
      <Many of="name" count={12} />
    </>
  ),
  rows: (
    <>
      {heading}
      <Block is="tabs" />
      <Many of="row" count={6} />
    </>
  ),
  account: (
    <div className={css.account}>
      <Block is="menu" />
      <div>
        <Block is="title" />
        <Many of="line" count={6} />
      </div>
    </div>
  ),
  staff: (
    <div className={css.account}>
      <Block is="menu" />
      <div>
        <Block is="title" />
        <Block is="totals" />
        <Many of="line" count={8} />
      </div>
    </div>
  ),
  text: (
    <>
      {heading}
      <div className={css.article}>
        {lines}
        {lines}
      </div>
    </>
  ),
};

/** Shown while a page's script or its first answer is on the way. */
export function PageSkeleton({ shape }: { shape: Shape }) {
  return (
    <div className={`page ${css.page}`} data-shape={shape} aria-busy="true">
      <span className="sr">Загрузка страницы</span>
      {SHAPES[shape]}
    </div>
  );
}
