import type { Picture } from "@/lib/api/types";
import { SIDES, type Sources } from "@/lib/images";

/** What a layout gives to a picture that is shown whole: width and height, as CSS lengths. */
export type Room = readonly [width: string, height: string];

/** The room on phones and on wider screens. */
export interface Frame {
  phone: Room;
  wide: Room;
}

const address = (picture: Picture, size: number | "original") =>
  picture.full.replace("size=full", `size=${size}`);

/** The address of the picture as it was uploaded. */
export const originalUrl = (picture: Picture) => address(picture, "original");

/** A lot's picture shown whole in a frame. */
export function framedSources(picture: Picture, frame: Frame): Sources {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  if (longer === 0) return { src: picture.preview };
  const largest = SIDES.findIndex((side) => side >= longer);
  const offered = largest < 0 ? SIDES : SIDES.slice(0, largest + 1);
  const srcSet = offered
    .map((side) => `${address(picture, side)} ${Math.round((width * Math.min(side, longer)) / longer)}w`)
    .join(", ");
  // The frame's height may be what limits the picture.
  const shown = ([across, down]: Room) => `min(${across}, ${down} * ${(width / height).toFixed(3)})`;
  return {
    src: picture.preview,
    srcSet,
    // Losing a fifth of the pixels is not visible on a dense phone screen, and the next smaller view is half the bytes.
    sizes: `(max-width: 30em) and (min-resolution: 1.5dppx) calc(0.8 * ${shown(frame.phone)}), (max-width: 45em) ${shown(frame.phone)}, ${shown(frame.wide)}`,
  };
}
