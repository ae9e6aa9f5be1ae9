import { Suspense, useState } from "react";
import { price } from "@/lib/format";
import { lazyPart } from "../LazyPart/lazyPart";
import css from "./RollingPrice.module.css";

const RollingFigures = lazyPart(() => import("./RollingFigures"));

interface RollingPriceProps {
  value: number;
  currency?: number;
  className?: string;
}

/** A price that rolls up digit by digit when it changes. What moves the digits is loaded with the first change. */
export function RollingPrice({ value, currency, className }: RollingPriceProps) {
  const text = price(value, currency);
  const [first] = useState(text);
  const [moves, setMoves] = useState(false);
  if (text !== first && !moves) setMoves(true);
  const still = [...text].map((figure, index) => {
    const place = text.length - index;
    return (
      <span key={place} className={css.place}>
        {figure}
      </span>
    );
  });
  return (
    <b className={className ? `${css.price} ${className}` : css.price}>
      <span className="sr">{text}</span>
      <span aria-hidden="true" className={css.figures}>
        {moves ? (
          <Suspense fallback={still}>
            <RollingFigures text={text} />
          </Suspense>
        ) : (
          still
        )}
      </span>
    </b>
  );
}
