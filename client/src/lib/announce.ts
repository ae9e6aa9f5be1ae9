/** One polite live region for the whole page: what changed without the person doing anything. */
let region: HTMLElement | null = null;

function liveRegion(): HTMLElement {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "sr";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  return region;
}

/** Reads `text` out to people who use a screen reader. */
export function announce(text: string): void {
  const target = liveRegion();
  // The same words twice in a row are a change only if the region was empty in between.
  target.textContent = "";
  requestAnimationFrame(() => {
    target.textContent = text;
  });
}
