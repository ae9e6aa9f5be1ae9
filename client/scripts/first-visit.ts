import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Manifest, Plugin } from "vite";

/** A kind of page, with what its first visit may weigh in KiB, compressed, and the modules that it loads on demand. */
interface Visit {
  scripts: number;
  styles: number;
  modules: string[];
}

/** The files of a first visit, for the server, which names them in the page's first HTML. */
export interface Files {
  scripts: string[];
  styles: string[];
  /** The fonts that every page's first lines are set in. */
  fonts: string[];
}

export const FILES = ".vite/first-visit.json";

/** The socket's library in the manifest, wherever it is installed. */
const SOCKET = /node_modules\/socket\.io-client\//;

export async function visits(): Promise<Record<string, Visit>> {
  return JSON.parse(await readFile(new URL("visits.json", import.meta.url), "utf8"));
}

const FONTS = /golos-text-russian|cormorant-russian-500-normal/;

/** What the modules and their imports are made of. */
function filesOf(manifest: Manifest, modules: readonly string[]): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`scripts/visits.json names ${key}, which is no chunk of the build`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  const socket = Object.keys(manifest).find((key) => SOCKET.test(key)) ?? "socket.io-client";
  for (const name of modules) add(name === "socket" ? socket : name);
  const fonts = manifest["index.html"]?.assets?.filter((file) => FONTS.test(file)) ?? [];
  if (fonts.length !== 2) throw new Error("the build has not the two fonts that are loaded first");
  return { scripts: [...scripts], styles: [...styles], fonts };
}

/** Writes down which files the first visit of each kind of page needs (`FILES`). */
export function firstVisit(): Plugin {
  let folder = "";
  return {
    name: "first-visit",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async writeBundle() {
      const manifest: Manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
      const kinds = Object.entries(await visits()).map(([kind, { modules }]) => [
        kind,
        filesOf(manifest, ["index.html", ...modules]),
      ]);
      await mkdir(join(folder, ".vite"), { recursive: true });
      await writeFile(join(folder, FILES), JSON.stringify(Object.fromEntries(kinds)));
    },
  };
}
