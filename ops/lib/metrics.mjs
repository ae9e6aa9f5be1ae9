// Compares the metrics that alarms, the dashboard and docs/architecture.md name with those that the server records, and
// the counters whose increase is an alarm with those that begin at zero (api/src/serve.rs).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const text = (path) => readFileSync(join(root, path), 'utf8');
const sources = execFileSync('git', ['-C', root, 'ls-files', '*.rs'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && !path.includes('/tests/'))
  .map(text)
  .join('\n');
const recorded = new Set([...sources.matchAll(/\b(?:counter|gauge|histogram)!\(\s*"(\w+)"/g)].map((match) => match[1]));

// Recorded by Prometheus itself or by other exporters.
const isOthers = (name) => /^(node|probe)_/.test(name);
const names = (expressions) =>
  expressions
    .flatMap((expression) => expression.replace(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [])
    .filter((name) => !isOthers(name));

// An expression of several lines ends before the next key.
const alarms = [...text('ops/host/prometheus/alarms.yml').matchAll(/^\s*expr: (?:>-\n)?([\s\S]*?)\n\s*(?:for|labels):/gm)].map((match) => match[1]);
const panels = JSON.parse(text('ops/host/prometheus/dashboard.json')).panels;
const drawn = panels.flatMap((panel) => panel.targets.map((target) => target.expr));
const faults = [];
for (const [where, expressions] of [['alarms.yml', alarms], ['dashboard.json', drawn]]) {
  for (const name of names(expressions)) {
    if (!recorded.has(name)) faults.push(`${where}: nothing records ${name}`);
  }
}
const documented = text('docs/architecture.md');
for (const name of recorded) {
  if (!documented.includes(`\`${name}`)) faults.push(`docs/architecture.md does not list ${name}`);
}

// Prometheus sees no increase in the first value of a counter.
const counters = alarms.flatMap((expression) => [...expression.matchAll(/(?:increase|rate)\((\w+(?:\{[^}]*\})?)\[/g)].map((match) => match[1]));
const zeroed = [...sources.matchAll(/\("(\w+)", (?:Some\(\("(\w+)", "(\w+)"\)\)|None)\)/g)].map(([, name, label, value]) =>
  label ? `${name}{${label}="${value}"}` : name,
);
for (const counter of counters) {
  if (!zeroed.includes(counter)) faults.push(`${counter} does not begin at zero`);
}

for (const fault of new Set(faults)) console.error(fault);
process.exitCode = faults.length ? 1 : 0;
