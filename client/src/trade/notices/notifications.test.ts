import { describe, expect, it } from "vitest";
import type { Notification } from "@/lib/api/types";
import { Unseen } from "./notifications";

const NOW = Date.parse("2026-05-20T16:00:00Z");

/** Notifications of these ids, latest first, each of so many seconds ago. */
const stored = (...ages: [id: number, secondsAgo: number][]) =>
  ages.map(([id, ago]) => ({ id, created: new Date(NOW - ago * 1000).toISOString() }) as Notification);
const ids = (notifications: Notification[]) => notifications.map(({ id }) => id);

describe("notifications not shown yet", () => {
  it("are those since the page was opened, oldest first", () => {
    const unseen = new Unseen(NOW - 2_000);
    expect(ids(unseen.take(stored([9, 0], [8, 1], [7, 3]), NOW))).toEqual([8, 9]);
  });

  it("are taken once", () => {
    const unseen = new Unseen(NOW - 2_000);
    unseen.take(stored([8, 1]), NOW);
    expect(ids(unseen.take(stored([9, 0], [8, 1]), NOW))).toEqual([9]);
    expect(unseen.take([], NOW)).toEqual([]);
  });

  it("are no news after five minutes", () => {
    const unseen = new Unseen(NOW - 3_600_000);
    expect(ids(unseen.take(stored([9, 300], [8, 301]), NOW))).toEqual([9]);
  });
});
