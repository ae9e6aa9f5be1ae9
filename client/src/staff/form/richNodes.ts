// What the server lets through in rich texts and the editor's own kit does not know. Unknown markup would be lost from a
// text as soon as one letter of it is changed.
import Image from "@tiptap/extension-image";
import { Mark, Node } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";

const Picture = Image.configure({ inline: true });

const Figure = Node.create({
  name: "figure",
  group: "block",
  content: "block+ figcaption?",
  isolating: true,
  parseHTML: () => [{ tag: "figure" }],
  renderHTML: () => ["figure", 0],
});

const Figcaption = Node.create({
  name: "figcaption",
  content: "inline*",
  isolating: true,
  parseHTML: () => [{ tag: "figcaption" }],
  renderHTML: () => ["figcaption", 0],
});

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableCaption? tableHead? tableBody*",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", 0],
});

const TableCaption = Node.create({
  name: "tableCaption",
  content: "inline*",
  isolating: true,
  parseHTML: () => [{ tag: "caption" }],
  renderHTML: () => ["caption", 0],
});

const TableHead = Node.create({
  name: "tableHead",
  content: "tableRow+",
  parseHTML: () => [{ tag: "thead" }],
  renderHTML: () => ["thead", 0],
});

const TableBody = Node.create({
  name: "tableBody",
  content: "tableRow+",
  parseHTML: () => [{ tag: "tbody" }],
  renderHTML: () => ["tbody", 0],
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const SPANS = { colspan: { default: null }, rowspan: { default: null } };

const TableCell = Node.create({
  name: "tableCell",
  content: "block+",
  isolating: true,
  addAttributes: () => SPANS,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: "tableHeader",
  content: "block+",
  isolating: true,
  addAttributes: () => ({ ...SPANS, scope: { default: null } }),
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

const Subscript = Mark.create({
  name: "subscript",
  parseHTML: () => [{ tag: "sub" }],
  renderHTML: () => ["sub", 0],
});

const Superscript = Mark.create({
  name: "superscript",
  parseHTML: () => [{ tag: "sup" }],
  renderHTML: () => ["sup", 0],
});

/** Everything that `rich_text.rs` of the server lets through. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    code: false,
    // It would change a text that ends with a table as soon as it is shown.
    trailingNode: false,
    // The server sets `rel` itself and lets no `target` through.
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } },
  }),
  Picture,
  Figure,
  Figcaption,
  Table,
  TableCaption,
  TableHead,
  TableBody,
  TableRow,
  TableCell,
  TableHeader,
  Subscript,
  Superscript,
];

const WRAPPED = ":is(li, td, th, figure) > p:first-child";

/** The editor's HTML as people write it: a cell, list item or figure with one paragraph holds its content itself. */
export function plainHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const paragraph of body.querySelectorAll(WRAPPED)) {
    const isOnly = paragraph.parentElement?.querySelectorAll(":scope > p").length === 1;
    if (isOnly) paragraph.replaceWith(...paragraph.childNodes);
  }
  return body.innerHTML;
}
