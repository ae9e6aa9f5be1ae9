import { afterEach, expect, it, vi } from "vitest";
import { keepAwake } from "./wakeful";

function socket(connected: boolean) {
  const made = {
    connected,
    acts: [] as string[],
    connect: () => void made.acts.push("connect"),
    disconnect: () => void made.acts.push("disconnect"),
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

it("the network that is back reconnects every socket at once", () => {
  const [chat, notices] = [socket(false), socket(false)];
  keep(chat, notices);
  window.dispatchEvent(new Event("online"));
  expect([chat.acts, notices.acts]).toEqual([
    ["disconnect", "connect"],
    ["disconnect", "connect"],
  ]);
});

it("so does the tab that is seen again, and not the one that is hidden", () => {
  const chat = socket(false);
  keep(chat);
  const state = vi.spyOn(document, "visibilityState", "get");
  state.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(chat.acts).toEqual([]);
  state.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(chat.acts).toEqual(["disconnect", "connect"]);
});

it("a lost network begins the attempt under way anew, so that it fails at once", () => {
  const chat = socket(false);
  keep(chat);
  window.dispatchEvent(new Event("offline"));
  expect(chat.acts).toEqual(["disconnect", "connect"]);
});

it("leaves sockets alone whose shared connection stands, or that are no longer kept", () => {
  const [chat, notices] = [socket(false), socket(true)];
  keep(chat, notices);
  window.dispatchEvent(new Event("online"));
  for (const stop of stops.splice(0)) stop();
  notices.connected = false;
  window.dispatchEvent(new Event("online"));
  expect([chat.acts, notices.acts]).toEqual([[], []]);
});
