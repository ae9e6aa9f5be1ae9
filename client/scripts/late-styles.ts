import type { Plugin } from "vite";

/**
 * The first screen has its styles within `index.html`, so the stylesheet of the app need not hold it up: the page names it for
 * loading only, and `src/app/theme/lateStyles.ts` applies it. The Content-Security-Policy allows no handler of the link itself.
 */
export function lateStyles(): Plugin {
  return {
    name: "late-styles",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"'),
    },
  };
}
