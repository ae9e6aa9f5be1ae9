import { useSyncExternalStore } from "react";

/**
 * Actions that reach people or money need a proof of the second factor of the last ten minutes. The API layer asks for
 * it here and waits; the app shows the dialog that answers.
 */
interface Question {
  answer: Promise<boolean>;
  settle: (isProved: boolean) => void;
}

let open: Question | null = null;
const listeners = new Set<() => void>();

function change(next: Question | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Resolves with true once the user has proved the second factor, with false if they would rather not. */
export function askForProof(): Promise<boolean> {
  // Nothing on screen could answer.
  if (listeners.size === 0) return Promise.resolve(false);
  // Calls refused at the same time share one dialog.
  if (open) return open.answer;
  let settle: Question["settle"] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  change({ answer, settle });
  return answer;
}

/** Answers every call that waits. */
export function settleProof(isProved: boolean): void {
  const asked = open;
  change(null);
  asked?.settle(isProved);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether a call waits for the proof. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(subscribe, () => open !== null);
}
