// Checks the structure of the Rust workspace: which crate may depend on which, which parts of a crate must not know each
// other, that no crate's modules form a circle, that no crate outgrows a reader, and that the image is built from all of them.
//
//   node ops/lib/modules.mjs            checks, prints one line a crate, exits 1 at a fault
//   node ops/lib/modules.mjs --edges X  prints the module graph of crate X
//
// A module is a file. It uses another if it names it or anything in it, a re-export included: a parent that re-exports
// its children and is used by them is a circle. Declaring a child (`mod child;`) does not count as using it.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MOST_LINES = 15_000;

/** Which crates of the workspace a crate may depend on. */
const ALLOWED = {
  domain: [],
  clock: ['domain'],
  migrations: [],
  sqlstate: [],
  traces: [],
  outbox: ['sqlstate'],
  wire: ['domain'],
  'room-server': ['clock', 'domain', 'migrations', 'sqlstate', 'wire'],
  cluster: ['clock', 'room-server', 'traces', 'wire'],
  'search-indexer': ['outbox', 'sqlstate'],
  texts: ['domain'],
  sheets: ['domain', 'texts'],
  outgoing: [],
  'picture-codec': [],
  pictures: ['outgoing', 'picture-codec'],
  push: ['clock', 'outgoing'],
  'shared-reads': ['clock', 'domain'],
  contract: ['domain', 'sheets', 'sqlstate', 'texts', 'wire'],
  uploads: ['contract'],
  mail: ['clock', 'contract', 'texts'],
  external: ['contract'],
  documents: ['contract', 'domain', 'texts'],
  people: ['clock', 'contract', 'domain', 'mail', 'outbox', 'pictures', 'room-server', 'sqlstate', 'texts'],
  notifier: ['catalogue', 'clock', 'contract', 'domain', 'mail', 'outbox', 'push', 'room-server', 'search-indexer', 'texts'],
  catalogue: [
    'clock', 'contract', 'domain', 'outbox', 'people', 'pictures', 'room-server', 'search-indexer', 'shared-reads', 'sheets', 'sqlstate', 'texts', 'wire',
  ],
  config: ['contract', 'mail', 'pictures', 'push', 'traces'],
  content: ['contract', 'people', 'sqlstate'],
  heads: ['catalogue', 'clock', 'content', 'contract', 'documents', 'texts'],
  seed: ['contract', 'domain', 'people', 'pictures', 'room-server', 'search-indexer', 'texts'],
  application: [
    'catalogue', 'clock', 'cluster', 'config', 'content', 'contract', 'documents', 'external', 'heads', 'mail', 'outgoing', 'people', 'pictures', 'room-server',
    'search-indexer', 'shared-reads', 'texts', 'uploads', 'wire',
  ],
  doctor: [
    'application', 'clock', 'cluster', 'config', 'mail', 'migrations', 'pictures', 'room-server', 'search-indexer', 'texts',
  ],
  routes: [
    'application', 'catalogue', 'content', 'contract', 'doctor', 'documents', 'domain', 'external', 'heads', 'mail', 'notifier', 'outbox', 'people', 'pictures', 'push',
    'room-server', 'search-indexer', 'sheets', 'sqlstate', 'texts', 'uploads',
  ],
  trading: ['application', 'catalogue', 'contract', 'documents', 'domain', 'people', 'room-server', 'texts', 'wire'],
  api: [
    'application', 'catalogue', 'clock', 'cluster', 'config', 'contract', 'doctor', 'domain', 'heads', 'mail', 'migrations', 'notifier', 'outbox', 'outgoing', 'people', 'pictures',
    'push', 'room-server', 'routes', 'search-indexer', 'seed', 'shared-reads', 'sqlstate', 'texts', 'traces', 'trading', 'wire',
  ],
};
const HTTP = ['actix', 'actix-files', 'actix-http', 'actix-multipart', 'actix-web'];
/** Which libraries a crate must do without. */
const WITHOUT = {
  domain: [...HTTP, 'rand', 'reqwest', 'sqlx', 'time', 'tokio', 'utoipa'],
  wire: [...HTTP, 'sqlx', 'tokio'],
  outbox: HTTP,
  'search-indexer': HTTP,
  texts: [...HTTP, 'reqwest', 'sqlx', 'tokio', 'utoipa'],
  sheets: [...HTTP, 'reqwest', 'sqlx', 'tokio'],
  'picture-codec': [...HTTP, 'reqwest', 'sqlx', 'tokio'],
  cluster: HTTP,
  traces: HTTP,
  uploads: HTTP,
  mail: HTTP,
  documents: [...HTTP, 'sqlx'],
  external: [...HTTP, 'sqlx'],
  outgoing: [...HTTP, 'sqlx'],
  push: HTTP,
  'shared-reads': HTTP,
  people: HTTP,
  notifier: HTTP,
  catalogue: HTTP,
  config: HTTP,
  content: HTTP,
  heads: HTTP,
  seed: HTTP,
  doctor: HTTP,
};

/** Which parts of a crate must not know each other: docs/architecture.md says why. A part is a module with those in it. */
const APART = {
  'room-server': [
    ['room', 'gateway'],
    ['ports', 'gateway'],
    ['ports', 'journal'],
    ['journal', 'room'],
    ['journal', 'gateway'],
    ['gateway', 'room'],
    ['gateway', 'rooms'],
    ['gateway', 'journal'],
  ],
};

const faults = [];
const fault = (text) => faults.push(text);

/** The source with comments and the contents of literals blanked out. */
function code(source) {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\(?:u\{[0-9a-fA-F_]+\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'/g;
  return source.replace(pattern, (text) => (text.startsWith('/') ? ' ' : '""'));
}

/** `a::{b, c::{self, d as e}}` as a list of paths. */
function expand(tree) {
  const paths = [];
  const walk = (prefix, rest) => {
    rest = rest.trim();
    const open = rest.indexOf('{');
    if (open < 0) {
      paths.push([...prefix, ...rest.replace(/\s+as\s+\w+$/, '').split('::')].filter((part) => part.trim()).map((part) => part.trim()));
      return;
    }
    const inner = [...prefix, ...rest.slice(0, open).split('::')];
    let depth = 0;
    let from = open + 1;
    for (let at = open; at < rest.length; at += 1) {
      if (rest[at] === '{') depth += 1;
      if (rest[at] === '}') depth -= 1;
      if ((rest[at] === ',' && depth === 1) || (rest[at] === '}' && depth === 0)) {
        if (rest.slice(from, at).trim()) walk(inner, rest.slice(from, at));
        from = at + 1;
      }
    }
  };
  walk([], tree);
  return paths;
}

/** What a file says: the child files it declares, and the paths it names, each with the inline modules it stands in. */
function read(file) {
  const text = code(readFileSync(file, 'utf8'));
  const children = [];
  const paths = [];
  const inline = [];
  let depth = 0;
  // A macro's name does not count as using a file: exported macros sit at the crate's root wherever they are written.
  const token =
    /\bmod\s+(\w+)\s*([;{])|\buse\s+([^;]+);|((?:\$?crate|super|self|\w+)(?:\s*::\s*\w+)+)(?!\w|\s*!)|([{}])/g;
  for (const [, name, kind, tree, path, brace] of text.matchAll(token)) {
    if (name && kind === ';') children.push({ name, inline: inline.map((one) => one.name) });
    else if (name) {
      inline.push({ name, depth });
      depth += 1;
    } else if (tree) {
      for (const one of expand(tree)) paths.push({ path: one, inline: inline.map((each) => each.name) });
    } else if (path) {
      paths.push({ path: path.split('::').map((part) => part.trim()), inline: inline.map((each) => each.name) });
    } else if (brace === '{') depth += 1;
    else if (brace === '}') {
      depth -= 1;
      if (inline.at(-1)?.depth === depth) inline.pop();
    }
  }
  return { children, paths };
}

/** The modules of a crate by their paths, from its root file. */
function modules(root) {
  const found = new Map();
  const visit = (path, file) => {
    const said = read(file);
    found.set(path.join('::'), { file, ...said, path });
    const isRoot = path.length === 0 || file.endsWith('/mod.rs');
    const folder = isRoot ? dirname(file) : file.replace(/\.rs$/, '');
    for (const child of said.children) {
      const base = join(folder, ...child.inline, child.name);
      const file = [`${base}.rs`, join(base, 'mod.rs')].find((one) => existsSync(one));
      if (file) visit([...path, ...child.inline, child.name], file);
    }
  };
  visit([], root);
  return found;
}

/** Which file a path names, as seen from a module: the deepest module on its way. */
function target(found, from, inline, path) {
  let at;
  let rest = path;
  const here = [...from.path, ...inline];
  if (path[0] === 'crate' || path[0] === '$crate') {
    at = [];
    rest = path.slice(1);
  } else if (path[0] === 'self') {
    at = here;
    rest = path.slice(1);
  } else if (path[0] === 'super') {
    at = here;
    while (rest[0] === 'super') {
      at = at.slice(0, -1);
      rest = rest.slice(1);
    }
  } else if (found.has([...here, path[0]].join('::'))) at = here;
  else return null;
  for (const part of rest) {
    const next = [...at, part];
    const is = (prefix) => [...found.keys()].some((key) => key === prefix || key.startsWith(`${prefix}::`));
    if (!is(next.join('::'))) break;
    at = next;
  }
  // An inline module is part of its file.
  while (!found.has(at.join('::'))) at = at.slice(0, -1);
  return at.join('::');
}

/** Module → the modules it uses. */
function graph(found) {
  const edges = new Map();
  for (const [name, module] of found) {
    const uses = new Set();
    for (const { path, inline } of module.paths) {
      const used = target(found, module, inline, path);
      if (used !== null && used !== name) uses.add(used);
    }
    edges.set(name, uses);
  }
  return edges;
}

/** Strongly connected components of more than one module (Tarjan). */
function circles(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)));
    }
    if (low.get(node) === index.get(node)) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) found.push(circle);
    }
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const lines = (files) => files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);

/** The names in a section of a Cargo.toml. What is optional does not count: a crate must do without it. */
function dependencies(manifest, section) {
  const body = manifest.split(/^\[/m).find((part) => part.startsWith(`${section}]`)) ?? '';
  return [...body.matchAll(/^([\w-]+)[.\s=](.*)$/gm)].filter(([, , rest]) => !/optional\s*=\s*true/.test(rest)).map(([, name]) => name);
}

const workspace = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8');
const members = [...workspace.match(/members\s*=\s*\[([^\]]*)\]/)[1].matchAll(/"([^"]+)"/g)].map(([, path]) => path);
const crates = members.map((path) => {
  const manifest = readFileSync(join(ROOT, path, 'Cargo.toml'), 'utf8');
  return { path, name: manifest.match(/^name\s*=\s*"([^"]+)"/m)[1], uses: dependencies(manifest, 'dependencies') };
});
const names = new Set(crates.map((one) => one.name));
const asked = process.argv[2] === '--edges' ? process.argv[3] : null;

for (const { path, name, uses } of crates) {
  const src = join(ROOT, path, 'src');
  const roots = ['lib.rs', 'main.rs'].map((file) => join(src, file)).filter((file) => existsSync(file));
  const size = lines(sources(src));
  let count = 0;
  let most = 0;
  for (const root of roots) {
    const found = modules(root);
    const edges = graph(found);
    count += found.size;
    const shown = (module) => relative(ROOT, found.get(module).file);
    if (asked === name) {
      for (const [module, used] of edges) console.log(`${shown(module)} -> ${[...used].map(shown).join(' ')}`);
    }
    const isIn = (part) => (module) => module === part || module.startsWith(`${part}::`);
    for (const [part, other] of APART[name] ?? []) {
      if (![...edges.keys()].some(isIn(part))) fault(`${name}: has no part ${part}`);
      for (const module of [...edges.keys()].filter(isIn(part))) {
        for (const used of [...edges.get(module)].filter(isIn(other))) {
          fault(`${name}: ${shown(module)} must not know ${shown(used)}`);
        }
      }
    }
    for (const circle of circles(edges)) {
      most = Math.max(most, circle.length);
      fault(`${name}: ${circle.length} modules form a circle:\n` + circle.map((module) => {
        const within = [...edges.get(module)].filter((used) => circle.includes(used));
        return `    ${shown(module)} uses ${within.map(shown).join(', ')}`;
      }).join('\n'));
    }
  }
  if (!asked) console.log(`${name}: ${size} lines, ${count} modules${most ? `, a circle of ${most}` : ''}`);
  if (size > MOST_LINES) fault(`${name}: ${size} lines, more than ${MOST_LINES}`);
  const own = uses.filter((use) => names.has(use));
  if (!ALLOWED[name]) fault(`${name}: its dependencies are not in the table of this script`);
  for (const use of own) {
    if (ALLOWED[name] && !ALLOWED[name].includes(use)) fault(`${name}: may not depend on ${use}`);
  }
  for (const use of uses) {
    if (WITHOUT[name]?.includes(use)) fault(`${name}: may not depend on ${use}`);
  }
}

// Docker must not ignore a crate: without it the image's workspace does not build.
const sent = readFileSync(join(ROOT, 'ops/host/Dockerfile.dockerignore'), 'utf8').split('\n');
for (const folder of new Set(members.map((path) => path.split('/')[0]))) {
  if (!sent.includes(`!${folder}`)) fault(`${folder}: ops/host/Dockerfile.dockerignore leaves it out of the image's build`);
}

if (!asked) {
  for (const text of faults) console.error(text);
  process.exitCode = faults.length ? 1 : 0;
}
