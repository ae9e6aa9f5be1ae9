/**
 * Applies the stylesheets that the first HTML names for loading only (`scripts/late-app.ts`, `api/src/pages/first.rs`), and
 * waits until they apply. The app must not render without them.
 */
export async function applyLateStyles(): Promise<void> {
  const late = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  await Promise.all([...late].map(apply));
}

function apply(late: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.crossOrigin = late.crossOrigin;
    sheet.href = late.href;
    sheet.addEventListener("load", () => resolve());
    // A page without its styles is better than none.
    sheet.addEventListener("error", () => resolve());
    late.after(sheet);
  });
}
