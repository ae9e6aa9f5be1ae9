import type { ReactNode } from "react";
import type { ImageOwner } from "@/lib/api/types";
import { squareSources } from "@/lib/images";
import { useSecondLook } from "@/lib/lateViews";
import { PictureSign } from "./PictureSign";

interface SquarePictureProps {
  owner: ImageOwner;
  id: string | null;
  /** The side of the square it fits into, in CSS pixels. */
  side: number;
  /** Empty if a name is beside the picture. */
  alt?: string;
  eager?: boolean;
  className?: string;
  /** Shown without a picture. */
  fallback?: ReactNode;
}

/** The least side of a square that the words fit into. */
const ROOM_FOR_WORDS = 112;

/** A stored picture whose shape is unknown, such as a logo. */
export function SquarePicture({
  owner,
  id,
  side,
  alt = "",
  eager = false,
  className,
  fallback = null,
}: SquarePictureProps) {
  const { sources, failed, waits, onError } = useSecondLook(squareSources(owner, id, side));
  if (!sources) return fallback;
  if (failed) {
    // Who they are does not depend on a photo: the initials stand for it.
    if (owner === "accounts") return fallback;
    const words = waits ? "Загружается" : "Не загрузилось";
    return <PictureSign words={words} isSmall={side < ROOM_FOR_WORDS} className={className} />;
  }
  return (
    <img
      className={className}
      {...sources}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      onError={onError}
    />
  );
}
