// The service worker for notices (Web Push): shows them and opens the right page on click.
// It handles no fetches, so it does not affect loading.

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

/**
 * Shows a notice, silently if a tab of the site is visible, since the tab shows it too. Always shows it: browsers revoke
 * the permission of workers that do not.
 */
async function show({ title, body, path, tag }) {
  const silent = (await tabs()).some(({ visibilityState }) => visibilityState === "visible");
  const icon = "/icons/icon-192.png";
  await self.registration.showNotification(title, {
    body,
    tag,
    silent,
    renotify: !silent,
    lang: "ru",
    icon,
    data: { path },
  });
}

const tabs = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin)));
});

/** The path without its slug, which may differ: «/lot/12/…». */
const page = ({ pathname }) => pathname.split("/").slice(0, 3).join("/");

/** Opens a page of this site, in the tab that already shows it if there is one. */
async function open(target) {
  if (target.origin !== self.location.origin) return;
  const there = (await tabs()).find((tab) => page(new URL(tab.url)) === page(target));
  if (!there) {
    await self.clients.openWindow(target);
    return;
  }
  await there.focus();
  there.postMessage({ open: target.pathname + target.search + target.hash });
}
