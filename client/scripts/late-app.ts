import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { minify, type Plugin, transformWithOxc } from "vite";

/** Stays out of the app's bundle, which it loads. */
const BOOT = fileURLToPath(new URL("../src/boot.ts", import.meta.url));

/** The entry's script and stylesheets, and what they import. */
const FILES = / *<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|stylesheet)"[^>]*>)\n?/g;

/**
 * The first screen has its styles within `index.html` and needs no script, so the app does not hold it up: what names the app's
 * files waits in a template until `src/boot.ts` brings it into the page. The app's stylesheets are named for loading only;
 * `src/app/theme/lateStyles.ts` applies them, because the Content-Security-Policy allows no handler of the link itself.
 */
export function lateApp(): Plugin {
  return {
    name: "late-app",
    apply: "build",
    async buildStart() {
      const { code } = await transformWithOxc(await readFile(BOOT, "utf8"), BOOT, { sourcemap: false });
      const { code: source } = await minify(BOOT, code, { module: true });
      this.emitFile({ type: "asset", name: "boot.js", source });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const boot = Object.values(bundle).find(
          (file) => file.type === "asset" && file.names.includes("boot.js"),
        );
        if (!boot) throw new Error("the build has no boot.js");
        const files = (html.match(FILES) ?? [])
          .join("")
          .replaceAll('rel="stylesheet"', 'rel="preload" as="style"')
          // The script runs last, but is the first to be fetched.
          .replace(
            / *<script type="module"( crossorigin)? src="([^"]*)"/,
            '    <link rel="modulepreload"$1 href="$2">\n$&',
          );
        return html
          .replaceAll(FILES, "")
          .replace(
            "</head>",
            `  <script type="module" crossorigin src="/${boot.fileName}"></script>\n    <template id="app">\n${files}    </template>\n  </head>`,
          );
      },
    },
  };
}
