const works = new Set<() => Promise<unknown>>();

/** Adds work that needs the session: a logout waits for it. */
export function beforeLogout(work: () => Promise<unknown>): void {
  works.add(work);
}

/** Finishes what was added. Work that fails keeps nobody logged in. */
export const finishBeforeLogout = () => Promise.allSettled([...works].map((work) => work()));
