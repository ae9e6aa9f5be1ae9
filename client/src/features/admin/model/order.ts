/** The list with the item at one place moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  return item === undefined ? next : next.toSpliced(to, 0, item);
}
