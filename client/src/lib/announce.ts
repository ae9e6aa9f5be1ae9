/** The page's one polite live region, for changes the user did not make. */
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
  // Clears the region first: the same text twice in a row would not be announced.
  target.textContent = "";
  requestAnimationFrame(() => {
    target.textContent = text;
  });
}
