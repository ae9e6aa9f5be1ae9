/** A field two people changed: what it was, what is stored now, what this person typed. */
export interface Clash<V> {
  field: keyof V;
  stored: V[keyof V];
  mine: V[keyof V];
}

export interface Merged<V> {
  /** The stored values with this person's changes on top. */
  values: V;
  /** What others changed since the form was opened. */
  changed: (keyof V)[];
  clashes: Clash<V>[];
}

/** Where two texts differ, with a little of what they share around it, so that long ones can be compared at a glance. */
export function differing(one: string, other: string): [string, string] {
  const LONG = 240;
  const AROUND = 40;
  if (Math.max(one.length, other.length) <= LONG) return [one, other];
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start++;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const from = Math.max(0, start - AROUND);
  const rest = Math.max(0, end - AROUND);
  const cut = (text: string) => {
    const part = text.slice(from, text.length - rest);
    const shown = part.length > LONG ? `${part.slice(0, LONG)}…` : part;
    return `${from > 0 ? "…" : ""}${shown}${rest > 0 && shown === part ? "…" : ""}`;
  };
  return [cut(one), cut(other)];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Puts a person's changes on top of what others stored since `base` was read. */
export function merge<V extends object>(base: V, stored: V, mine: V): Merged<V> {
  const values = { ...stored };
  const changed: (keyof V)[] = [];
  const clashes: Clash<V>[] = [];
  for (const field of Object.keys(base) as (keyof V)[]) {
    const theirs = !same(base[field], stored[field]);
    const own = !same(base[field], mine[field]);
    if (theirs) changed.push(field);
    if (own) values[field] = mine[field];
    if (theirs && own && !same(stored[field], mine[field])) {
      clashes.push({ field, stored: stored[field], mine: mine[field] });
    }
  }
  return { values, changed, clashes };
}
