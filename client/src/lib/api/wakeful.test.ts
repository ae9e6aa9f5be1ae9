import { afterEach, expect, it, vi } from "vitest";
import { keepAwake } from "./wakeful";

function socket(connected: boolean) {
  const made = {
    connected,
    calls: [] as string[],
    connect: () => void made.calls.push("connect"),
    disconnect: () => void made.calls.push("disconnect"),
  };
  return made;
}

type Kept = Parameters<typeof keepAwake>[0];
const stops: (() => void)[] = [];
function keep(...sockets: ReturnType<typeof socket>[]) {
  for (const each of sockets) stops.push(keepAwake(each as unknown as Kept));
}
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

it("reconnects every socket immediately when the network is back", () => {
  const [chat, notices] = [socket(false), socket(false)];
  keep(chat, notices);
  window.dispatchEvent(new Event("online"));
  expect([chat.calls, notices.calls]).toEqual([
    ["disconnect", "connect"],
    ["disconnect", "connect"],
  ]);
});

it("reconnects when the tab becomes visible, not while it is hidden", () => {
  const chat = socket(false);
  keep(chat);
  const state = vi.spyOn(document, "visibilityState", "get");
  state.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(chat.calls).toEqual([]);
  state.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(chat.calls).toEqual(["disconnect", "connect"]);
});

it("restarts the attempt in progress when the network is lost, so that it fails immediately", () => {
  const chat = socket(false);
  keep(chat);
  window.dispatchEvent(new Event("offline"));
  expect(chat.calls).toEqual(["disconnect", "connect"]);
});

it("ignores sockets whose shared connection is up, and those no longer kept awake", () => {
  const [chat, notices] = [socket(false), socket(true)];
  keep(chat, notices);
  window.dispatchEvent(new Event("online"));
  for (const stop of stops.splice(0)) stop();
  notices.connected = false;
  window.dispatchEvent(new Event("online"));
  expect([chat.calls, notices.calls]).toEqual([[], []]);
});
