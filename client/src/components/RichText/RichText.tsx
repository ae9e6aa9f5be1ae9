import css from "./RichText.module.css";

interface RichTextProps {
  /** From the server, which sanitized it when it was saved. Plain text keeps its lines. */
  html: string;
  className?: string;
}

/** Formatted text by the site's or a house's staff: headings, lists, links and pictures. */
export function RichText({ html, className = "" }: RichTextProps) {
  return (
    <div
      className={`${css.rich} ${/<[a-z]/i.test(html) ? "" : css.lines} ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server stores rich text only through its allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
