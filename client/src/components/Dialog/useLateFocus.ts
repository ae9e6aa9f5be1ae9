import { type RefObject, useEffect } from "react";

/**
 * For what comes into a dialog only after it has opened: takes the focus, which «Закрыть» has had till then, to the
 * first such element within `content`.
 */
export function useLateFocus(content: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    // After the dialog's own focusing, if both come at once.
    const timer = setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement && activeElement !== body && !activeElement.matches(".mantine-Modal-close")) return;
      content.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    }, 0);
    return () => clearTimeout(timer);
  }, [content, selector]);
}
