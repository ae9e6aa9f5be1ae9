import { PictureSign } from "@/components/Picture/PictureSign";
import type { Picture } from "@/lib/api/types";
import { useSecondLook } from "@/lib/lateViews";
import { framedSources, originalUrl } from "@/trade/images";
import { frames, type PicturePlace } from "./frames";

interface LotPictureProps {
  picture: Picture | null;
  /** What it shows if nobody has described the picture; empty if a name is beside it. */
  alt: string;
  place: PicturePlace;
  /** The first screen's picture loads at once. */
  eager?: boolean;
  className?: string;
}

const sourcesOf = (picture: Picture, place: PicturePlace) =>
  place === "viewer" ? { src: originalUrl(picture) } : framedSources(picture, frames[place]);

/** The whole work, with its size known before it loads. In place of a missing or broken picture a sign says which. */
export function LotPicture({ picture, alt, place, eager = false, className }: LotPictureProps) {
  const { sources, failed, waits, onError } = useSecondLook(picture && sourcesOf(picture, place));
  if (!picture || !sources || failed) {
    return (
      <PictureSign
        words={failed && !waits ? "Фотография не загрузилась" : "Фотография готовится"}
        isSmall={place === "thumb"}
        className={className}
      />
    );
  }
  return (
    <img
      className={className}
      {...sources}
      alt={alt && (picture.alt ?? alt)}
      width={picture.width || undefined}
      height={picture.height || undefined}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={onError}
    />
  );
}
