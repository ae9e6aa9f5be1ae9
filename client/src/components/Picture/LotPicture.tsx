import { useState } from "react";
import type { Picture } from "@/lib/api/types";
import { type ImageSize, pictureUrl } from "@/lib/images";
import { Icon } from "../Icon/Icon";
import css from "./LotPicture.module.css";

interface LotPictureProps {
  picture: Picture | null;
  alt: string;
  size?: ImageSize;
  /** The first screen's picture loads at once. */
  eager?: boolean;
  className?: string;
}

/** The whole work, with its size known before it loads. A missing or broken picture becomes a no-photo sign. */
export function LotPicture({ picture, alt, size = "preview", eager = false, className }: LotPictureProps) {
  const source = picture && pictureUrl(picture, size);
  const [failed, setFailed] = useState<string | null>(null);
  if (!picture || !source || failed === source) {
    return (
      <span className={className ? `${css.none} ${className}` : css.none} data-size={size}>
        <Icon name="pic" size="l" />
        <span>Фотография готовится</span>
      </span>
    );
  }
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      width={picture.width || undefined}
      height={picture.height || undefined}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => setFailed(source)}
    />
  );
}
