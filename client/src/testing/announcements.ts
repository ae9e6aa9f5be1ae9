import { onTestFinished } from "vitest";

/** What the page's live region is given from now on, in order: what a screen reader reads out. */
export function listenToAnnouncements(): string[] {
  const heard: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const { textContent } = target;
      const isRegion = (target as Element).matches(".sr[role=status]");
      if (isRegion && textContent && target.isConnected && heard.at(-1) !== textContent)
        heard.push(textContent);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  return heard;
}
