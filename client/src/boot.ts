/**
 * Starts the app once the first screen is painted: the app's files share the line with the screen's picture, and running
 * them keeps the browser from painting. The files are named in a template (scripts/late-app.ts, api/src/pages/first.rs).
 */

/** How long the app waits for the picture. */
const PATIENCE_MS = 1500;

/** Timeout of the browser's paint report. */
const PAINT_PATIENCE_MS = 300;

/** Files added per task. Adding all of them at once blocks a phone for 0.2 s. */
const FILES_PER_TASK = 4;

/** The address that was loaded again because the app's script did not come. */
const RELOADED = "loaded-again";

function loaded(picture: HTMLImageElement): Promise<unknown> {
  const came = new Promise((resolve) => {
    picture.addEventListener("load", resolve);
    picture.addEventListener("error", resolve);
  });
  return Promise.race([came, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** After the next frame. */
function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}

/** The same as `src/lib/nextTask.ts`, because this file is not bundled and cannot import it. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

/** Resolves once the browser reports a frame as presented. Hidden pages paint nothing. */
async function painted(): Promise<void> {
  if (document.hidden) return;
  await nextFrame();
  if (!PerformanceObserver.supportedEntryTypes?.includes("paint")) return;
  const reported = new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list);
    });
    observer.observe({ type: "paint", buffered: true });
  });
  await Promise.race([reported, new Promise((resolve) => setTimeout(resolve, PAINT_PATIENCE_MS))]);
}

// What is pressed before the app runs waits for it (src/app/earlyPress.ts).
document.querySelector("#root")?.addEventListener("click", ({ currentTarget, target }) => {
  const button = (target as Element).closest<HTMLElement>(".first [data-act], .first-consent [data-act]");
  if (!button) return;
  (currentTarget as HTMLElement).dataset.pressed = button.dataset.act;
  button.setAttribute("aria-busy", "true");
});

const app = document.querySelector<HTMLTemplateElement>("#app");
if (!app) throw new Error("index.html has no #app");
// Visitors of a running sale want to bid, so the app does not wait for the picture.
if (!("withoutPicture" in app.dataset)) {
  const picture = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
  if (picture && !picture.complete) await loaded(picture);
}
await painted();
const script = app.content.querySelector("script");
// Files of a version that was replaced while the page was loading are gone; the page that comes now names others.
script?.addEventListener("error", () => {
  if (sessionStorage.getItem(RELOADED) === location.href) {
    for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
    return;
  }
  sessionStorage.setItem(RELOADED, location.href);
  location.reload();
});
const links = [...app.content.querySelectorAll("link")];
while (links.length > 0) {
  document.head.append(...links.splice(0, FILES_PER_TASK));
  await nextTask();
}
// The script applies the stylesheets that the links preload, so it must come after them.
if (script) document.head.append(script);

export {};
