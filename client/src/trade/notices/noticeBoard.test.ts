import { describe, expect, it } from "vitest";
import { makeFullLot } from "@/testing/factories";
import { type BoardEvent, emptyBoard, type NoticeBoard, reduceBoard } from "./noticeBoard";

const came = (id: number): BoardEvent => ({
  type: "came",
  notice: { id, subject: "Ставка", text: `${id}`, news: null, lotId: null, lot: null, place: null },
});
const ids = (notices: readonly { id: number }[]) => notices.map(({ id }) => id);

describe("the board of notices", () => {
  const full = [1, 2, 3, 4, 5].map(came).reduce(reduceBoard, emptyBoard(3));

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

  it("shows one at a time where there is room for one", () => {
    const small = [1, 2].map(came).reduce(reduceBoard, emptyBoard(1));
    expect(ids(small.shown)).toEqual([1]);
    expect(ids(reduceBoard(small, { type: "gone", id: 1 }).shown)).toEqual([2]);
  });

  describe("has one notice of being outbid for each lot", () => {
    const outbid = (id: number, lotId: number, at: { value: number; version: number } | null): BoardEvent => {
      const base = makeFullLot({ id: lotId });
      const lot = at && { ...base, version: at.version, price: { ...base.price, value: at.value } };
      return {
        type: "came",
        notice: { id, subject: "Ставка", text: `${id}`, news: "outbid", lotId, lot, place: null },
      };
    };
    const texts = ({ shown }: NoticeBoard) => shown.map(({ text }) => text);
    const first = [
      outbid(1, 22, { value: 480, version: 4 }),
      outbid(2, 25, { value: 900, version: 7 }),
      outbid(3, 22, { value: 590, version: 6 }),
    ].reduce(reduceBoard, emptyBoard(3));

    it("the newest in the place of the one before", () => {
      expect(texts(first)).toEqual(["3", "2"]);
      expect(ids(first.shown)).toEqual([1, 2]);
      // It was read before the one that is shown, and comes after it.
      expect(texts(reduceBoard(first, outbid(4, 22, { value: 530, version: 5 })))).toEqual(["3", "2"]);
    });

    it("until the viewer has bid more", () => {
      const answered = (lotId: number, value: number) =>
        texts(reduceBoard(first, { type: "answered", lotId, value }));
      expect(answered(22, 650)).toEqual(["2"]);
      // The answer to the bet that it is about.
      expect(answered(22, 530)).toEqual(["3", "2"]);
      expect(answered(7, 1000)).toEqual(["3", "2"]);
    });

    it("also if the lot could not be read, and whatever else comes", () => {
      const unread = [outbid(1, 22, null), outbid(2, 25, null), came(3)].reduce(reduceBoard, emptyBoard(3));
      expect(texts(unread)).toEqual(["1", "2", "3"]);
      expect(texts(reduceBoard(unread, { type: "answered", lotId: 25, value: 10 }))).toEqual(["1", "3"]);
    });
  });
});
