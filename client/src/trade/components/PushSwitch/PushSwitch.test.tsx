import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pushOwner } from "@/lib/push/browser";
import { allLetters, makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";

const KEY = "BAAA";
const LABEL = /^Уведомления в этом браузере/;

/** A browser with notices: what it answers to the question for permission, and its subscription. */
function browser(answer: NotificationPermission, permission: NotificationPermission = "default") {
  const held = { subscription: null as PushSubscription | null, made: 0 };
  const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
  const pushManager = {
    getSubscription: async () => held.subscription,
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      held.made += 1;
      held.subscription = {
        endpoint: `https://push.example/${held.made}`,
        options: { applicationServerKey: bytes(String(applicationServerKey)), userVisibleOnly: true },
        getKey: (name: PushEncryptionKeyName) => bytes(name === "p256dh" ? "AQID" : "BAUG"),
        unsubscribe: async () => {
          held.subscription = null;
          return true;
        },
      } as unknown as PushSubscription;
      return held.subscription;
    },
  };
  const shown = { close: vi.fn() };
  const registration = { pushManager, getNotifications: async () => [shown] };
  const workers = Object.assign(new EventTarget(), {
    register: vi.fn(async () => registration),
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  vi.stubGlobal("PushManager", class {});
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal("Notification", notification);
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
  return { held, shown, workers, notification, pushManager };
}

/** A server that sends notices to browsers, and what it has stored of this one. */
function serve(stored: unknown = null) {
  const world = { stored };
  server.use(
    http.get("*/api/notifications/push", () => json({ publicKey: KEY, isOn: world.stored !== null })),
    http.put("*/api/notifications/push", async ({ request }) => {
      world.stored = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("*/api/notifications/push", () => {
      world.stored = null;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("*/api/notifications/settings", () => json(allLetters)),
  );
  return world;
}

const user = makeUser();
const open = () => {
  signIn(user);
  return renderApp("/account?p=notify");
};
const found = () => screen.findByRole("switch", { name: LABEL });

describe("the switch of notices in this browser", () => {
  beforeEach(() => serve());
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });

  it("asks the browser on the click, and stores the subscription until it is switched off", async () => {
    const world = serve();
    const { held, notification, shown, workers } = browser("granted");
    const person = userEvent.setup();
    open();
    const push = await found();
    expect(push).not.toBeChecked();
    expect(notification.requestPermission).not.toHaveBeenCalled();
    expect(workers.register).not.toHaveBeenCalled();
    await person.click(push);
    await waitFor(() =>
      expect(world.stored).toEqual({ endpoint: "https://push.example/1", p256dh: "AQID", auth: "BAUG" }),
    );
    await waitFor(() => expect(push).toBeEnabled());
    expect(push).toBeChecked();
    expect(pushOwner()).toBe(user.id);
    await person.click(push);
    await waitFor(() => expect(world.stored).toBeNull());
    await waitFor(() => expect(push).not.toBeChecked());
    expect(held.subscription).toBeNull();
    expect(shown.close).toHaveBeenCalledOnce();
    expect(pushOwner()).toBeNull();
  });

  it("stays off when the user refuses, and says what the browser forbids from then on", async () => {
    const world = serve();
    browser("denied");
    const person = userEvent.setup();
    open();
    const push = await found();
    await person.click(push);
    expect(await screen.findByText(/Браузер запрещает уведомления/)).toBeInTheDocument();
    expect(push).toBeDisabled();
    expect(push).not.toBeChecked();
    expect(world.stored).toBeNull();
  });

  it("says so when the browser or the server fails", async () => {
    const { pushManager } = browser("granted");
    const person = userEvent.setup();
    open();
    const push = await found();
    const subscribe = vi.spyOn(pushManager, "subscribe");
    subscribe.mockRejectedValueOnce(new DOMException("no push service", "AbortError"));
    await person.click(push);
    expect(await screen.findByText(/Браузер не смог включить уведомления/)).toBeInTheDocument();
    await waitFor(() => expect(push).not.toBeChecked());
    server.use(http.put("*/api/notifications/push", () => problem(409, { detail: "Слишком много" })));
    await person.click(push);
    expect(await screen.findByText("Слишком много")).toBeInTheDocument();
    await waitFor(() => expect(push).not.toBeChecked());
  });

  it("says what to do where the browser has no notices", async () => {
    open();
    expect(await screen.findByText(/Этот браузер не умеет/)).toBeInTheDocument();
    expect(await found()).toBeDisabled();
  });

  it("sends the owner of an iPhone to the home screen", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)");
    open();
    expect(await screen.findByText(/добавьте сайт на экран «Домой»/)).toBeInTheDocument();
  });

  it("is not there where the site sends none", async () => {
    server.use(http.get("*/api/notifications/push", () => json({ publicKey: null, isOn: false })));
    browser("granted");
    open();
    expect(await screen.findByRole("switch", { name: "Моя ставка перебита" })).toBeInTheDocument();
    expect(screen.queryByRole("switch", { name: LABEL })).not.toBeInTheDocument();
  });
});

describe("notices that were switched on", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });

  it("stay on after the next login of the same account", async () => {
    const world = serve();
    const { held } = browser("granted", "granted");
    localStorage.setItem("push-account", String(user.id));
    open();
    await waitFor(() => expect(world.stored).toMatchObject({ endpoint: "https://push.example/1" }));
    expect(held.made).toBe(1);
  });

  it("end when another account logs in", async () => {
    const world = serve();
    const { held, pushManager } = browser("granted", "granted");
    await pushManager.subscribe({ applicationServerKey: KEY });
    localStorage.setItem("push-account", "12345");
    open();
    await waitFor(() => expect(held.subscription).toBeNull());
    expect(pushOwner()).toBeNull();
    expect(world.stored).toBeNull();
  });

  it("end with the session", async () => {
    serve({ endpoint: "https://push.example/1" });
    const { held, pushManager } = browser("granted", "granted");
    await pushManager.subscribe({ applicationServerKey: KEY });
    localStorage.setItem("push-account", String(user.id));
    signIn(user);
    renderApp("/account/profile");
    server.use(
      http.get("*/api/accounts/sessions", () => json([])),
      http.get("*/api/accounts/second-factor", () => json({ isOn: false, codesLeft: 0 })),
    );
    await userEvent.setup().click(await screen.findByRole("button", { name: "Выйти" }));
    await waitFor(() => expect(held.subscription).toBeNull());
    expect(pushOwner()).toBeNull();
    await screen.findByRole("heading", { name: "Личный кабинет" });
  });

  it("lead to the page of the notice in the tab that the worker found", async () => {
    serve();
    const { workers } = browser("granted", "granted");
    const { router } = open();
    await found();
    workers.dispatchEvent(new MessageEvent("message", { data: { open: "/evening" } }));
    await waitFor(() => expect(router.location.pathname).toBe("/evening"));
    workers.dispatchEvent(new MessageEvent("message", { data: { open: "https://evil.example" } }));
    expect(router.location.pathname).toBe("/evening");
  });
});
