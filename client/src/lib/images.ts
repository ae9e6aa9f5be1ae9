export type ImageOwner = "house" | "catalog" | "accounts" | "lots";
export type ImageSize = "icon" | "preview" | "full";

/** The URL of a stored picture by its id; null without a picture. */
export function imageUrl(owner: ImageOwner, id: string | null, size: ImageSize = "preview"): string | null {
  return id === null ? null : `/api/${owner}/image/${id}/?size=${size}`;
}
