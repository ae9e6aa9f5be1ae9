import { type RefObject, useEffect } from "react";

/**
 * For what comes into a dialog only after it has opened, or cannot carry `data-autofocus`: takes the
 * focus, which «Закрыть» has had till then, to the first such element within `content`.
 */
export function useLateFocus(content: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const take = () => {
      const { activeElement, body } = document;
      if (activeElement && activeElement !== body && !activeElement.matches(".mantine-Modal-close")) return;
      content.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    };
    // After the dialog's own focusing, if both come at once: its effect, which follows this one, sets a timer too.
    let timer = setTimeout(() => {
      timer = setTimeout(take, 0);
    }, 0);
    return () => clearTimeout(timer);
  }, [content, selector]);
}
