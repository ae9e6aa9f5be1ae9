import type { GalleryType } from "@/lib/api/types";

export const GALLERY_WORDS: readonly { value: GalleryType; label: string }[] = [
  { value: 0, label: "Художественная" },
  { value: 1, label: "Антикварная" },
  { value: 2, label: "Ювелирная" },
  { value: 4, label: "Современная" },
];

/** «Антикварная»; nothing for a house without a kind. */
export function galleryWord(type: GalleryType | null): string {
  return GALLERY_WORDS.find(({ value }) => value === type)?.label ?? "";
}
