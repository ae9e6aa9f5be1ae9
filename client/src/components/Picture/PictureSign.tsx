import { Icon } from "../Icon/Icon";
import css from "./PictureSign.module.css";

interface PictureSignProps {
  /** Why there is no picture. */
  words: string;
  /** There is room for the sign only; screen readers hear the words. */
  isSmall?: boolean;
  className?: string;
}

/** Stands in place of a picture that is not there. */
export function PictureSign({ words, isSmall = false, className }: PictureSignProps) {
  return (
    <span className={className ? `${css.sign} ${className}` : css.sign}>
      <Icon name="pic" size="l" />
      <span className={isSmall ? "sr" : undefined}>{words}</span>
    </span>
  );
}
