import { describe, expect, it } from "vitest";
import type { LotUpdate } from "@/lib/api/types";
import { EMPTY_ROOM, type RoomState, reduceRoom } from "./roomState";

const lot = (lotId: number, version: number, value: number | null = null) =>
  ({ lotId, version, price: { value } }) as LotUpdate;

/** No pause. */
const running = { pausedAt: null, pauseReason: null };

function play(...events: Parameters<typeof reduceRoom>[1][]): RoomState {
  return events.reduce(reduceRoom, EMPTY_ROOM);
}

describe("reduceRoom", () => {
  it("keeps the newer state of a lot, in whatever order states come", () => {
    const room = play({ type: "lot", lot: lot(1, 7, 700) }, { type: "lot", lot: lot(1, 5, 500) });
    expect(room.lots[1]?.price.value).toBe(700);
  });

  it("drops a snapshot's lot that is older than what was heard since it was taken", () => {
    const room = play(
      { type: "lot", lot: lot(1, 9, 900) },
      {
        type: "snapshot",
        snapshot: {
          serverTime: "",
          catalog: { id: 3, state: 1, currentLotId: 1, ...running, version: 8 },
          lots: [lot(1, 8, 800), lot(2, 4, 40)],
          members: 2,
          myParticipant: 217,
        },
      },
    );
    expect(room.lots[1]?.price.value).toBe(900);
    expect(room.lots[2]?.price.value).toBe(40);
    expect(room.members).toBe(2);
    expect(room.myParticipant).toBe(217);
  });

  it("does not go back to an earlier state of the catalog", () => {
    const status = { catalogId: 3, serverTime: "", startDate: null, endDate: null, ...running };
    const room = play(
      { type: "catalog", catalog: { ...status, version: 12, state: 5, currentLotId: null } },
      { type: "catalog", catalog: { ...status, version: 11, state: 1, currentLotId: 4 } },
    );
    expect(room.catalog).toEqual({ state: 5, currentLotId: null, ...running, version: 12 });
  });

  it("is the same object when nothing is new, so that nothing is drawn again", () => {
    const room = play({ type: "lot", lot: lot(1, 7) });
    expect(reduceRoom(room, { type: "lot", lot: lot(1, 7) })).toBe(room);
  });
});
