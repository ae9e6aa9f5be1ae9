import type { Picture } from "./api/types";

export type ImageOwner = "house" | "catalog" | "accounts" | "lots";

/** The longer side is 160, 640 or 1280 pixels; the original is as it was uploaded. */
export type ImageSize = "icon" | "preview" | "full" | "original";

/** The URL of a stored picture by its id; null without a picture. */
export function imageUrl(owner: ImageOwner, id: string | null, size: ImageSize = "preview"): string | null {
  return id === null ? null : `/api/${owner}/image/${id}/?size=${size}`;
}

/** The URL of a lot's picture in a size. The API names three of them; their URLs differ in the parameter alone. */
export function pictureUrl(picture: Picture, size: ImageSize): string {
  return size === "original" ? picture.full.replace("size=full", "size=original") : picture[size];
}
