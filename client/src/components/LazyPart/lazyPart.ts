import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { tellError } from "../Toast/toasts";

/** Milliseconds before code that did not come is asked for again. After the last, only the network's return asks. */
export const PAUSES = [1_000, 3_000, 10_000];

type Fetch<Part> = () => Promise<{ default: Part }>;

/**
 * React's `lazy` for what a page can do without: menus, notices, decorations. An error would replace the page around it,
 * a live room for instance. So code that does not come is asked for again, and the part's fallback stays meanwhile.
 */
export function lazyPart<Props extends object>(
  fetchPart: Fetch<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => patient(fetchPart, () => undefined));
}

/** The same for what people act with, such as a dialog or a panel of controls: they are told when its code does not come. */
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

/** Resolves after the pause, if there is one, or when the network returns. */
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
