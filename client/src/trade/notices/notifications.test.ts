import { describe, expect, it } from "vitest";
import type { Notification } from "@/lib/api/types";
import { ShownNotifications } from "./notifications";

const NOW = Date.parse("2026-05-20T16:00:00Z");

/** Notifications of these ids, latest first, each of so many seconds ago. */
const stored = (...ages: [id: number, secondsAgo: number][]) =>
  ages.map(
    ([id, ago]) =>
      ({
        id,
        subject: `Лот ${id}`,
        text: "",
        created: new Date(NOW - ago * 1000).toISOString(),
      }) as Notification,
  );
const ids = (notifications: Notification[]) => notifications.map(({ id }) => id);
const noticeOf = (id: number) => ({ subject: `Лот ${id}`, text: "" });

describe("notifications that were missed", () => {
  it("are those since the page was opened, oldest first", () => {
    const shown = new ShownNotifications(NOW - 2_000);
    expect(ids(shown.missed(stored([9, 0], [8, 1], [7, 3]), NOW))).toEqual([8, 9]);
  });

  it("are shown once, even if an earlier one is stored later", () => {
    const shown = new ShownNotifications(NOW - 2_000);
    shown.missed(stored([9, 0]), NOW);
    expect(ids(shown.missed(stored([9, 0], [8, 1]), NOW))).toEqual([8]);
  });

  it("are no news after five minutes", () => {
    const shown = new ShownNotifications(NOW - 3_600_000);
    expect(ids(shown.missed(stored([9, 300], [8, 301]), NOW))).toEqual([9]);
  });
});

describe("a notice that was just sent", () => {
  it("is found among the stored ones however late it comes, and is not missed later", () => {
    const shown = new ShownNotifications(NOW - 2_000);
    const newest = stored([9, 0], [8, 900]);
    expect(shown.sent(noticeOf(8), newest)?.id).toBe(8);
    expect(shown.sent(noticeOf(9), newest)?.id).toBe(9);
    expect(shown.missed(newest, NOW)).toEqual([]);
  });

  it("is not shown again, and is unknown if it is not the viewer's own", () => {
    const shown = new ShownNotifications(NOW - 2_000);
    const newest = stored([9, 0]);
    shown.missed(newest, NOW);
    expect(shown.sent(noticeOf(9), newest)).toBeNull();
    expect(shown.sent(noticeOf(1), newest)).toBeUndefined();
  });
});
