import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Lot } from "@/lib/api/types";
import { makeFullLot, makeLeadingBet } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { lotKey } from "@/trade/api/lots";
import { CatalogType, LotState } from "@/trade/enums";
import { useMyPosition } from "./useMyPosition";

const ME = 5;
const RIVAL = 7;

interface State {
  lot: Lot;
  detail: Lot | null;
  placed: number;
}

/** A lot as of a version: who leads it with how much, null for nobody. */
function lotAt(version: number, leader: number | null, value = 0, extra: Partial<Lot> = {}): Lot {
  const lot = makeFullLot({ id: 48, catalogType: CatalogType.Classic, version, myParticipant: ME, ...extra });
  return {
    ...lot,
    price: { ...lot.price, value: leader === null ? null : value, minBet: value + 10 },
    leadingBet: leader === null ? null : makeLeadingBet({ participant: leader, value }),
  };
}

let show: (state: Partial<State>) => void = () => undefined;
afterEach(() => {
  show = () => undefined;
});

function Stand({ from }: { from: Lot }) {
  const [state, setState] = useState<State>({ lot: from, detail: null, placed: 0 });
  show = (next) => act(() => setState((known) => ({ ...known, ...next })));
  return <p>Здесь: {useMyPosition(state.lot, { ...state, signedIn: true })}</p>;
}

const enter = (from: Lot) => renderPart(<Stand from={from} />);
const expectStand = (position: string) => expect(screen.getByText(`Здесь: ${position}`)).toBeInTheDocument();

describe("a bet that the auctioneer took back", () => {
  it("is cancelled and not beaten, until the viewer leads again", () => {
    enter(lotAt(1, RIVAL, 80_000));
    show({ lot: lotAt(2, ME, 85_000) });
    expectStand("leading");
    show({ lot: lotAt(3, RIVAL, 80_000) });
    expectStand("cancelled");
    // It stays so however high others bid: what was beaten was not the viewer's.
    show({ lot: lotAt(4, RIVAL, 90_000) });
    expectStand("cancelled");
    show({ lot: lotAt(5, ME, 95_000) });
    expectStand("leading");
    show({ lot: lotAt(6, RIVAL, 100_000) });
    expectStand("outbid");
  });

  it("is cancelled when no bet is left", () => {
    enter(lotAt(1, ME, 85_000));
    show({ lot: lotAt(2, null) });
    expectStand("cancelled");
  });

  it("is known also if it never led here: an order had overtaken it at once", () => {
    enter(lotAt(1, RIVAL, 80_000));
    const beaten = lotAt(2, RIVAL, 90_000, { myLastBet: 85_000 });
    show({ lot: beaten, detail: beaten, placed: 1 });
    expectStand("outbid");
    const back = lotAt(3, RIVAL, 80_000, { myLastBet: 85_000 });
    show({ lot: back, detail: back });
    expectStand("cancelled");
  });

  it("has the lot read again, since an absentee order is gone with it", async () => {
    const { client } = enter(lotAt(1, ME, 85_000));
    client.setQueryData(lotKey(48), lotAt(1, ME, 85_000));
    show({ lot: lotAt(2, RIVAL, 80_000) });
    await waitFor(() => expect(client.getQueryState(lotKey(48))?.isInvalidated).toBe(true));
  });

  it("leaves the next bet beaten if it is beaten", () => {
    enter(lotAt(1, ME, 85_000));
    show({ lot: lotAt(2, RIVAL, 80_000) });
    expectStand("cancelled");
    // The same sum once more, which an order overtakes.
    show({ lot: lotAt(3, RIVAL, 90_000), placed: 1 });
    expectStand("outbid");
  });
});

describe("is never called cancelled", () => {
  it("a bet that is beaten", () => {
    enter(lotAt(1, ME, 85_000));
    show({ lot: lotAt(2, RIVAL, 90_000) });
    expectStand("outbid");
    // The bet that beat it is taken back in turn.
    show({ lot: lotAt(3, ME, 85_000) });
    expectStand("leading");
  });

  it("a bet that an equal sum beats, which was there earlier", () => {
    enter(lotAt(1, ME, 85_000));
    show({ lot: lotAt(2, RIVAL, 85_000) });
    expectStand("outbid");
  });

  it("a bet that the state at hand is too old to have", () => {
    enter(lotAt(1, RIVAL, 80_000));
    const newer = lotAt(3, ME, 85_000, { myLastBet: 85_000 });
    show({ lot: lotAt(2, RIVAL, 82_000), detail: newer });
    expectStand("outbid");
  });

  it("a bet for a choice of lots, on the leading lot when that was not taken", () => {
    const choice = { together: [12, 13], isChoice: true };
    const led = lotAt(1, ME, 19_000, { ...choice, myLastBet: 19_000 });
    enter(led);
    show({ detail: led });
    const waits = lotAt(2, null, 0, { ...choice, state: LotState.None, myLastBet: 19_000 });
    show({ lot: waits, detail: waits });
    expectStand("none");
    const taken = lotAt(3, ME, 19_000, {
      ...choice,
      id: 49,
      catalogLotId: 13,
      state: LotState.Sold,
      isBiddingOver: true,
    });
    show({ lot: taken });
    expectStand("won");
  });

  it("one of a choice that is no more, by what was read before", () => {
    const stale = lotAt(2, null, 0, { myLastBet: 19_000 });
    enter(stale);
    show({ detail: stale });
    expectStand("none");
  });
});
