import css from "./RichText.module.css";

interface RichTextProps {
  /** As the server gives it: cleaned by its allow-list when it was written. Plain text keeps its lines. */
  html: string;
  className?: string;
}

/** A text with headings, lists, links and pictures, which somebody of the site or of a house has written. */
export function RichText({ html, className = "" }: RichTextProps) {
  return (
    <div
      className={`${css.rich} ${/<[a-z]/i.test(html) ? "" : css.lines} ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no rich text is stored but through the server's allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
