import type { ReactNode } from "react";
import type { ImageOwner } from "@/lib/api/types";
import { squareSources } from "@/lib/images";
import { useSecondLook } from "@/lib/lateViews";

interface SquarePictureProps {
  owner: ImageOwner;
  id: string | null;
  /** The side of the square it fits into, in CSS pixels. */
  side: number;
  /** Empty if a name is beside the picture. */
  alt?: string;
  eager?: boolean;
  className?: string;
  /** Shown if the picture is missing or broken. */
  fallback?: ReactNode;
}

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
  const { sources, failed, onError } = useSecondLook(squareSources(owner, id, side));
  if (!sources || failed) return fallback;
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
