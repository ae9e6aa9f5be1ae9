import type { ImageOwner } from "./api/types";

/** The longer sides of the views that the API makes, in pixels. It enlarges no picture. */
export const SIDES = [160, 320, 480, 640, 1280] as const;

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

/** The same picture under another address, which no cache and no document knows. */
export function askedAgain({ src, srcSet, sizes }: Sources): Sources {
  const again = (url: string) => url.replace(/\?size=\w+/, "$&&again=1");
  return { src: again(src), srcSet: srcSet?.split(", ").map(again).join(", "), sizes };
}
