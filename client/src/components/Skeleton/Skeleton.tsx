import type { ComponentProps } from "react";
import css from "./Skeleton.module.css";

interface SkeletonProps extends ComponentProps<"div"> {
  /** Height, width and the distance above, in px where they are numbers. */
  h?: number | string;
  w?: number | string;
  mt?: number;
}

const length = (size: number | string | undefined) => (typeof size === "number" ? `${size / 16}rem` : size);

/** Stands in for what is still loading. */
export function Skeleton({ h, w, mt, className, style, ...rest }: SkeletonProps) {
  return (
    <div
      {...rest}
      className={className ? `${css.root} ${className}` : css.root}
      style={{ height: length(h), width: length(w), marginTop: length(mt), ...style }}
    />
  );
}
