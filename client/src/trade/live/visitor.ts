/** Who joins rooms. Every page knows it; only those with a room load the connection. */
export interface Visitor {
  token: string | null;
  displayName: string;
}

let visitor: Visitor = { token: null, displayName: "" };
let onChange: () => void = () => undefined;

export const currentVisitor = (): Visitor => visitor;

/** Sets the viewer. A sign-in or sign-out rejoins every catalog under the new name. */
export function setVisitor(next: Visitor): void {
  if (visitor.token === next.token && visitor.displayName === next.displayName) return;
  visitor = next;
  onChange();
}

/** The connection's listener, the only one. */
export function onVisitor(listener: () => void): void {
  onChange = listener;
}
