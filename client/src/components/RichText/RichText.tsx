import css from "./RichText.module.css";

interface RichTextProps {
  /** From the server, which sanitized it when it was saved. Plain text keeps its lines. */
  html: string;
  className?: string;
  /** The level of its first heading, where the levels of the text leave a gap below the page's own. */
  headings?: 2 | 3;
}

/** Moves all headings of the text, so that the first has this level. */
function headed(html: string, level: number): string {
  const first = Number(/<h([2-6])\b/i.exec(html)?.[1] ?? level);
  return html.replace(
    /(<\/?h)([2-6])\b/gi,
    (_, tag: string, own: string) => tag + Math.min(6, Math.max(level, Number(own) - first + level)),
  );
}

/** Formatted text by the site's or a house's staff: headings, lists, links and pictures. */
export function RichText({ html, className = "", headings }: RichTextProps) {
  return (
    <div
      className={`${css.rich} ${/<[a-z]/i.test(html) ? "" : css.lines} ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server stores rich text only through its allow-list
      dangerouslySetInnerHTML={{ __html: headings ? headed(html, headings) : html }}
    />
  );
}
