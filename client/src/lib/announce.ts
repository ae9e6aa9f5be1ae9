/** The page's one polite live region, for changes the user did not make. */
let region: HTMLElement | null = null;

/** A text has the region for so long, since screen readers drop one that is replaced at once. They read it out later. */
const HELD_MS = 250;
/** More than these are old news by the time they would be read. */
const MOST_WAITING = 3;

let waiting: string[] = [];
let isHeld = false;

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

function speakNext(): void {
  const text = waiting.shift();
  isHeld = text !== undefined;
  if (text === undefined) return;
  const target = liveRegion();
  // Clears the region first: the same text twice in a row would not be announced.
  target.textContent = "";
  requestAnimationFrame(() => {
    target.textContent = text;
  });
  setTimeout(speakNext, HELD_MS);
}

/** Reads `text` out to people who use a screen reader, after what was announced just before. */
export function announce(text: string): void {
  waiting = [...waiting, text].slice(-MOST_WAITING);
  if (!isHeld) speakNext();
}
