import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressed } from "./scripts/compressed.ts";
import { firstVisit } from "./scripts/first-visit.ts";
import { guides } from "./scripts/guides.ts";
import { lateApp } from "./scripts/late-app.ts";
import { mantineStyles } from "./scripts/mantine-styles.ts";

const server = process.env.VITE_API ?? "http://127.0.0.1:8080";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const shortHash = (file: string) =>
  createHash("sha256")
    .update(relative(folder("."), file))
    .digest("base64url")
    .slice(0, 4);

export default defineConfig({
  plugins: [react(), guides(), mantineStyles(), lateApp(), compressed(), firstVisit()],
  resolve: {
    alias: {
      "@": folder("./src"),
      "@docs": folder("../docs"),
      // Its entry for Node.js, which tests would take, reads no files of forms.
      "tus-js-client": "tus-js-client/lib.esm/browser/index.js",
    },
  },
  css: {
    modules: {
      // Every page's scripts list their classes. The file alone tells equal names apart, and repeats compress well.
      generateScopedName: (name, file) => `${name}-${shortHash(file)}`,
    },
  },
  build: {
    // The pages' Content-Security-Policy allows scripts, styles and pictures of our own address only.
    assetsInlineLimit: 0,
    // light-dark() must reach the browser as it is: an emulation would not see the color scheme Mantine sets.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    manifest: true,
    // All browsers that light-dark() is for preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The app's script contains all file names, and hashes don't compress: 7 characters are the bundler's minimum.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            // What every page needs is one file.
            { name: "app", tags: ["$initial"], priority: 4 },
            // So is what most kinds of pages share: small files compress badly, and each one's name is in the app's list of
            // what to load. Nothing in them waits for an act of the visitor.
            {
              name: "page",
              priority: 3,
              test: /src\/lib\/(lateViews|images|news|usePageTitle|useCanonicalPath)|components\/Breadcrumbs\/|SquarePicture\.tsx|src\/trade\/images\.ts|PictureSign\.tsx|Live\/Live\.tsx|rules\/trading\.ts/,
            },
            {
              name: "cards",
              priority: 2,
              test: /components\/(LotCard|LotGrid|Price)\/|LotPicture\/LotPicture\.tsx|Badges\/badges|Badge\/Badge|Countdown\/Countdown|rules\/together/,
            },
            {
              name: "lists",
              priority: 1,
              test: /components\/(Pager|PagedList|LinkTabs|SearchInput|PageHeading|Chip|Field)\/|Select\/Select\.tsx|hooks\/esm\/(use-debounced|use-media-query)|suggestions/,
            },
            // What most of Mantine's parts need. None is on a page before something opens.
            {
              name: "mantine",
              priority: 0,
              test: /@mantine\/core\/esm\/(core|components\/(Transition|Portal|Overlay|CloseButton|Loader|UnstyledButton|VisuallyHidden|FocusTrap|Input|InputBase|TextInput))\/|hooks\/esm\/use-(focus|merged-ref|did-update|uncontrolled|id|timeout|reduced-motion)|components\/Mantine\//,
            },
            {
              name: "live",
              priority: 1,
              test: /src\/trade\/(live|bidding)\/|components\/(UntrustedNote|ConnectionBadge|Standing|BetList)\/|PanelBoundary|rules\/(outcome|tally|cap)\.ts|RollingPrice\/RollingPrice|ConfirmDialog/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".", "../docs"] },
    proxy: {
      "/api": server,
      "/dev": server,
      "/socket.io": { target: server, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    server: { deps: { inline: ["tus-js-client"] } },
    setupFiles: ["src/testing/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    testTimeout: 30_000,
    // As long as Testing Library waits here, see src/testing/setup.ts.
    expect: { poll: { timeout: 10_000 } },
  },
});
