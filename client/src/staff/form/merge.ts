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
