import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

const ORIGIN = "https://auction.example";
const source = readFileSync("public/push-worker.js", "utf8");

const notice = { title: "Ваша ставка перебита", body: "Лот 1", path: "/lot/1/lot#bid", tag: "lot-1" };

/** The worker with these pages of the site open in tabs. */
function worker(...open: string[]) {
  // Another window covers them all.
  return workerOf("hidden", open);
}

function workerOf(visibilityState: DocumentVisibilityState, open: string[]) {
  const listeners = new Map<string, (event: unknown) => void>();
  const tabs = open.map((path) => ({
    url: ORIGIN + path,
    visibilityState,
    focus: vi.fn(),
    postMessage: vi.fn(),
  }));
  const clients = { claim: vi.fn(), matchAll: async () => tabs, openWindow: vi.fn() };
  const registration = { showNotification: vi.fn() };
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    location: { origin: ORIGIN },
    clients,
    registration,
  };
  runInNewContext(source, { self, URL });
  const dispatch = async (name: string, event: object) => {
    const works: unknown[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => works.push(work) });
    await Promise.all(works);
  };
  const click = async (path: string) => {
    const close = vi.fn();
    await dispatch("notificationclick", { notification: { close, data: { path } } });
    expect(close).toHaveBeenCalledOnce();
  };
  return { tabs, clients, registration, dispatch, click };
}

describe("the worker of notices", () => {
  it("shows what the server sends, in place of an earlier notice of the lot", async () => {
    const { registration, dispatch } = worker("/");
    await dispatch("push", { data: { json: () => notice } });
    expect(registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      notice.title,
      expect.objectContaining({
        body: "Лот 1",
        tag: "lot-1",
        silent: false,
        renotify: true,
        data: { path: notice.path },
      }),
    );
  });

  it("is silent beside a tab that the viewer sees", async () => {
    const { registration, dispatch } = workerOf("visible", ["/lots"]);
    await dispatch("push", { data: { json: () => notice } });
    expect(registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      notice.title,
      expect.objectContaining({ silent: true, renotify: false }),
    );
  });

  it("leads to the tab that has the page open, whatever its title in the address", async () => {
    const { tabs, clients, click } = worker("/lot/12/lodki", "/lot/1/rassvet-na-volge?from=list");
    await click("/lot/1/lot#bid");
    expect(tabs[1]?.focus).toHaveBeenCalledOnce();
    expect(tabs[1]?.postMessage).toHaveBeenCalledExactlyOnceWith({ open: "/lot/1/lot#bid" });
    expect(tabs[0]?.focus).not.toHaveBeenCalled();
    expect(clients.openWindow).not.toHaveBeenCalled();
  });

  it("opens a new tab beside those with other pages", async () => {
    const { tabs, clients, click } = worker("/lot/12/lodki", "/");
    await click("/auction/10/auction");
    expect(String(clients.openWindow.mock.lastCall?.[0])).toBe(`${ORIGIN}/auction/10/auction`);
    for (const tab of tabs) expect(tab.focus).not.toHaveBeenCalled();
  });

  it("leads to no other site", async () => {
    const { clients, click } = worker("/");
    await click("//evil.example/lot/1");
    expect(clients.openWindow).not.toHaveBeenCalled();
  });
});
