import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import Slugger from "github-slugger";
import { imageSize } from "image-size";
import { Marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

/** `docs/guide-house.md` is served at `/help/house`. */
const GUIDE = /\/docs\/guide-([a-z]+)\.md$/;

interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** Gives every heading the id that GitHub gives it, so links into a guide work there and on the site. */
function headingsOf(tokens: readonly Token[]): Map<Token, Heading> {
  const slugger = new Slugger();
  return new Map(
    tokens
      .filter((token): token is Tokens.Heading => token.type === "heading")
      .map((token) => [token, { id: slugger.slug(token.text), text: token.text, depth: token.depth }]),
  );
}

/** The address of a link to another guide or a heading of this one. Throws if it leads nowhere. */
function addressOf(href: string, file: string): string {
  if (/^https?:/.test(href)) return href;
  const [path = "", hash] = href.split("#");
  const target = path === "" ? file : resolve(dirname(file), path);
  const name = GUIDE.exec(target)?.[1];
  if (!name) throw new Error(`${basename(file)} links to ${href}, which the site does not serve`);
  const headings = headingsOf(new Marked().lexer(readFileSync(target, "utf8")));
  if (hash && ![...headings.values()].some(({ id }) => id === decodeURIComponent(hash))) {
    throw new Error(`${basename(file)} links to ${href}, where no such heading is`);
  }
  return `${path === "" ? "" : `/help/${name}`}${hash ? `#${hash}` : ""}`;
}

/** Compiles a guide into a module with its title, headings and HTML. */
function compile(markdown: string, file: string): string {
  const pictures: string[] = [];
  const marked = new Marked({
    renderer: {
      heading(token) {
        if (token.depth === 1) return "";
        const id = headings.get(token)?.id;
        return `<h${token.depth} id="${id}" tabindex="-1">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${addressOf(href, file)}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        // Without its size, a picture above the heading that a link leads to would push the heading away.
        const { width, height } = imageSize(readFileSync(resolve(dirname(file), href)));
        pictures.push(href);
        return `<img src="picture:${pictures.length - 1}" alt="${text}" width="${width}" height="${height}" loading="lazy">`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const headings = headingsOf(tokens);
  const html = marked.parser(tokens);
  const all = [...headings.values()];
  return [
    ...pictures.map((href, i) => `import picture${i} from ${JSON.stringify(`./${href}`)};`),
    `export const title = ${JSON.stringify(all.find(({ depth }) => depth === 1)?.text)};`,
    `export const headings = ${JSON.stringify(all.filter(({ depth }) => depth > 1))};`,
    `export const html = ${JSON.stringify(html).replace(/picture:(\d+)/g, '" + picture$1 + "')};`,
  ].join("\n");
}

/** Makes modules of the guides in `docs/`. */
export function guides(): Plugin {
  return {
    name: "guides",
    transform(code, id) {
      return GUIDE.test(id) ? { code: compile(code, id), map: null } : null;
    },
  };
}
