import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { dropToken } from "@/lib/auth/token";
import { resetServerClock } from "@/lib/clock";
import { deleteCookie } from "@/lib/cookies";
import { resetWorld, server } from "./server";
import { resetSockets } from "./socket";

vi.mock("socket.io-client", () => import("./socket"));

// A long limit, so that a busy machine does not fail a test.
configure({ asyncUtilTimeout: 10_000 });

// Mantine needs these, and jsdom lacks them.
Object.defineProperty(window, "matchMedia", {
  writable: true,
  value: vi.fn((query: string) => ({
    // As in browsers, no query fits every screen.
    matches: query === "",
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  })),
});
class ResizeObserverStub {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= ResizeObserverStub;
/** jsdom lays nothing out, so everything is within the window. */
class IntersectionObserverStub extends ResizeObserverStub {
  readonly root: Element | Document | null;
  constructor(
    private readonly callback: IntersectionObserverCallback,
    { root = null }: IntersectionObserverInit = {},
  ) {
    super();
    this.root = root;
  }
  override observe(target?: Element) {
    if (!target) return;
    const entry = {
      isIntersecting: true,
      target,
      boundingClientRect: target.getBoundingClientRect(),
      rootBounds: this.root instanceof Element ? this.root.getBoundingClientRect() : null,
    };
    this.callback([entry as IntersectionObserverEntry], this);
  }
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  takeRecords() {
    return [];
  }
}
window.IntersectionObserver ??= IntersectionObserverStub;
// jsdom has dialogs, but opens none.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
Element.prototype.scrollIntoView ??= () => undefined;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
// jsdom has canvas elements but cannot draw.
HTMLCanvasElement.prototype.getContext = () => null;
window.scrollTo = () => undefined;
Object.defineProperty(document, "fonts", {
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
  configurable: true,
});

// Timers run by Node, which keeps them when the document is gone; a browser drops them with the page.
const { setTimeout: startTimer } = globalThis;
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...given);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  resetWorld();
  resetSockets();
  resetServerClock();
  notifications.clean();
  notifications.cleanQueue();
  dropToken();
  localStorage.clear();
  deleteCookie("consent");
});
afterAll(() => server.close());
