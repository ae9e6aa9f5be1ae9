import type { PointerEvent } from "react";
import css from "./Stage.module.css";

const SIZE = 250;
const POWER = 2;

/** The lens's place on the stage and its view, in CSS pixels. */
export interface LensSpot {
  left: number;
  top: number;
  /** Size of the magnified picture, and its place behind the lens. */
  width: number;
  height: number;
  x: number;
  y: number;
}

/** The lens under the pointer; null over the margins that `object-fit: contain` leaves around the work. */
export function lensSpot(event: PointerEvent<HTMLElement>, image: HTMLImageElement): LensSpot | null {
  const box = image.getBoundingClientRect();
  const { naturalWidth, naturalHeight } = image;
  const stage = event.currentTarget.closest(`.${css.stage}`)?.getBoundingClientRect();
  if (!stage || naturalWidth === 0 || naturalHeight === 0) return null;
  const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight);
  const width = naturalWidth * scale;
  const height = naturalHeight * scale;
  const x = event.clientX - box.left - (box.width - width) / 2;
  const y = event.clientY - box.top - (box.height - height) / 2;
  if (x < 0 || y < 0 || x > width || y > height) return null;
  return {
    left: event.clientX - stage.left - SIZE / 2,
    top: event.clientY - stage.top - SIZE / 2,
    width: width * POWER,
    height: height * POWER,
    x: SIZE / 2 - x * POWER,
    y: SIZE / 2 - y * POWER,
  };
}

/** A round lens of 250 px that shows the work at twice its size. */
export function Lens({ spot, source }: { spot: LensSpot; source: string }) {
  return (
    <div
      className={css.lens}
      aria-hidden="true"
      style={{
        left: spot.left,
        top: spot.top,
        backgroundImage: `url("${source}")`,
        backgroundSize: `${spot.width}px ${spot.height}px`,
        backgroundPosition: `${spot.x}px ${spot.y}px`,
      }}
    />
  );
}
