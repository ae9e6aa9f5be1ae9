import type { Picture } from "./api/types";

export type ImageOwner = "house" | "catalog" | "accounts" | "lots" | "artists" | "news";

/** The longer sides of the views that the API makes, in pixels. It enlarges no picture. */
const SIDES = [160, 320, 640, 1280] as const;

/** What a layout gives to a picture that is shown whole: width and height, as CSS lengths. */
export type Room = readonly [width: string, height: string];

/** The room on phones and on wider screens. */
export interface Frame {
  phone: Room;
  wide: Room;
}

/** What an `img` loads: one address, or several of which the browser takes the smallest that is sharp enough. */
export interface Sources {
  src: string;
  srcSet?: string;
  sizes?: string;
}

const address = (owner: ImageOwner, id: string, side: number) => `/api/${owner}/image/${id}/?size=${side}`;

/** A stored picture whose shape is unknown, in a square of this side in CSS pixels; null without a picture. */
export function squareSources(owner: ImageOwner, id: string | null, side: number): Sources | null {
  if (id === null) return null;
  const density = (view: number) => Number((view / side).toFixed(2));
  return {
    src: address(owner, id, SIDES.find((view) => view >= side) ?? 1280),
    srcSet: SIDES.map((view) => `${address(owner, id, view)} ${density(view)}x`).join(", "),
  };
}

const lotAddress = (picture: Picture, size: number | "original") =>
  picture.full.replace("size=full", `size=${size}`);

/** The address of the picture as it was uploaded. */
export const originalUrl = (picture: Picture) => lotAddress(picture, "original");

/** A lot's picture shown whole in a frame. */
export function framedSources(picture: Picture, frame: Frame): Sources {
  const { width, height } = picture;
  const longer = Math.max(width, height);
  if (longer === 0) return { src: picture.preview };
  const largest = SIDES.findIndex((side) => side >= longer);
  const offered = largest < 0 ? SIDES : SIDES.slice(0, largest + 1);
  const srcSet = offered
    .map((side) => `${lotAddress(picture, side)} ${Math.round((width * Math.min(side, longer)) / longer)}w`)
    .join(", ");
  // The frame's height may be what limits the picture.
  const shown = ([across, down]: Room) => `min(${across}, ${down} * ${(width / height).toFixed(3)})`;
  return {
    src: picture.preview,
    srcSet,
    sizes: `(max-width: 720px) ${shown(frame.phone)}, ${shown(frame.wide)}`,
  };
}

/** The same picture under another address, which no cache and no document knows. */
export function askedAgain({ src, srcSet, sizes }: Sources): Sources {
  const again = (url: string) => url.replace(/\?size=\w+/, "$&&again=1");
  return { src: again(src), srcSet: srcSet?.split(", ").map(again).join(", "), sizes };
}
