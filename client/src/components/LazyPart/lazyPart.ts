import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { tellError } from "../Toast/toasts";

/** Pauses before retries, in milliseconds. After the last, only an `online` event triggers another. */
export const PAUSES = [1_000, 3_000, 10_000];

type Fetch<Part> = () => Promise<{ default: Part }>;

/**
 * React's `lazy` for optional parts: menus, notices, decorations. A load error would replace the surrounding page, such as a
 * live room, so it retries instead and keeps the Suspense fallback.
 */
export function lazyPart<Props extends object>(
  fetchPart: Fetch<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => patient(fetchPart, () => undefined));
}

/** Like `lazyPart`, for dialogs and controls: tells the user if the code does not load. */
export function lazyDialog<Props extends object>(
  fetchDialog: Fetch<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    patient(fetchDialog, () =>
      tellError("Покажем, как только связь вернётся. Если этого не случилось, обновите страницу.", {
        id: "late-dialog",
        title: "Часть страницы не загрузилась",
      }),
    ),
  );
}

async function patient<Part>(fetchPart: Fetch<Part>, onFirstFailure: () => void): Promise<{ default: Part }> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await fetchPart();
    } catch {
      if (failures === 0) onFirstFailure();
      await chance(PAUSES[failures]);
    }
  }
}

/** Resolves after the pause, if any, or at the next `online` event. */
function chance(pause: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = pause === undefined ? undefined : setTimeout(end, pause);
    window.addEventListener("online", end);
  });
}
