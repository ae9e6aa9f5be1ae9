// The service worker of notices (Web Push): shows what the server sends and leads to where it can be answered.
// It answers no requests, so pages load as they do without it.

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
 * Shows a notice, without a sound if the viewer sees a tab of the site, which says the same. It is always shown: browsers
 * take the permission from workers that show nothing.
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

/** Addresses of lots and sales end in words that may differ: «/lot/12/…». */
const page = ({ pathname }) => pathname.split("/").slice(0, 3).join("/");

/** Leads to a page of this site: in the tab that has it open, else in a new one. */
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
