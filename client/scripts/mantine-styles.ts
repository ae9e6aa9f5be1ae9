import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const WHOLE = "@mantine/core/styles.layer.css";
const CLASSES = /@mantine\/core\/esm\/(?:\w+\/)+(\w+)\.module\.mjs$/;

/**
 * Mantine publishes one stylesheet for all its components, most of which no page shows at first. In a build each
 * component imports its own part instead, so the part is loaded with the component. The development server bundles
 * Mantine before plugins see it and gets the whole sheet.
 */
export function mantineStyles(): Plugin {
  let serving = false;
  return {
    name: "mantine-styles",
    enforce: "pre",
    configResolved(config) {
      serving = config.command === "serve";
    },
    transform(code, id) {
      if (serving) return id.endsWith("/src/main.tsx") ? `import "${WHOLE}";\n${code}` : null;
      const name = CLASSES.exec(id)?.[1];
      if (!name) return null;
      const styles = fileURLToPath(import.meta.resolve(`@mantine/core/styles/${name}.layer.css`));
      if (!existsSync(styles)) throw new Error(`Mantine has classes of ${name}, but no styles`);
      return { code: `import ${JSON.stringify(styles)};\n${code}`, map: null };
    },
  };
}
