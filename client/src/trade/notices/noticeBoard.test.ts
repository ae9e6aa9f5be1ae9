import { describe, expect, it } from "vitest";
import { makeFullLot } from "@/testing/factories";
import { type BoardEvent, EMPTY_BOARD, reduceBoard } from "./noticeBoard";

const came = (id: number): BoardEvent => ({
  type: "came",
  notice: { id, subject: "Ставка", text: `${id}`, news: null, lot: null },
});
const ids = (notices: readonly { id: number }[]) => notices.map(({ id }) => id);

describe("the board of notices", () => {
  const full = [1, 2, 3, 4, 5].map(came).reduce(reduceBoard, EMPTY_BOARD);

  it("shows three and counts the rest", () => {
    expect(ids(full.shown)).toEqual([1, 2, 3]);
    expect(ids(full.waiting)).toEqual([4, 5]);
  });

  it("gives the place of one that goes to the next that waits", () => {
    const after = reduceBoard(full, { type: "gone", id: 2 });
    expect(ids(after.shown)).toEqual([1, 3, 4]);
    expect(ids(after.waiting)).toEqual([5]);
  });

  it("forgets those that wait when they are dismissed, and keeps those on screen", () => {
    const after = reduceBoard(full, { type: "dismissed" });
    expect(ids(after.shown)).toEqual([1, 2, 3]);
    expect(ids(after.waiting)).toEqual([]);
    expect(ids(reduceBoard(after, { type: "gone", id: 1 }).shown)).toEqual([2, 3]);
  });

  it("has one notice of being outbid for each lot, the newest, until the viewer has bid", () => {
    const outbid = (id: number, lotId: number): BoardEvent => ({
      type: "came",
      notice: { id, subject: "Ставка", text: `${id}`, news: "outbid", lot: makeFullLot({ id: lotId }) },
    });
    const board = [outbid(1, 22), outbid(2, 25), came(3), outbid(4, 22)].reduce(reduceBoard, EMPTY_BOARD);
    expect(ids(board.shown)).toEqual([2, 3, 4]);
    expect(ids(reduceBoard(board, { type: "answered", lotId: 22 }).shown)).toEqual([2, 3]);
    expect(ids(reduceBoard(board, { type: "answered", lotId: 7 }).shown)).toEqual([2, 3, 4]);
  });
});
