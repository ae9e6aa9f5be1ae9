import { describe, expect, it } from "vitest";
import type { Lot } from "@/lib/api/types";
import { at, HOUR, makeLeadingBet, NOW } from "@/testing/factories";
import { byTable, classic, classicPhases, parallel, scheduled } from "@/testing/phases";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";
import {
  type AbsenteeAction,
  closesAt,
  type Deal,
  dealOf,
  type LotAction,
  lotAction,
  type Phase,
  phaseAt,
  type RegistrationStatus,
} from "./deal";

const ME = 7;
const HOUSE = 1;
const trusted = { id: ME, trustedInHouseIds: [HOUSE] };
const untrusted = { id: ME, trustedInHouseIds: [] };
const mine = makeLeadingBet({ participant: 3 });

interface Row {
  name: string;
  lot: Lot;
  who?: "visitor" | "untrusted" | "trusted";
  registration?: RegistrationStatus;
  timeUp?: boolean;
  deal: Deal;
}

/** A lot of a running sale that is waiting for its turn. */
const queued = (extra: Partial<Lot> = {}) => classic({ state: LotState.None, ...extra });

const bid = (bet: boolean, absentee: AbsenteeAction | null = null): Deal => ({
  kind: "bid",
  bet,
  absentee,
});

const room = (absentee: AbsenteeAction | null = null): Deal => ({ kind: "room", absentee });

const rows: Row[] = [
  // over, or never open
  { name: "bidding over", lot: parallel({ isBiddingOver: true }), deal: { kind: "hidden" } },
  { name: "sold", lot: parallel({ state: LotState.Sold }), deal: { kind: "hidden" } },
  { name: "paid", lot: parallel({ state: LotState.Paid }), deal: { kind: "hidden" } },
  { name: "completed", lot: classic({ catalogState: CatalogState.Completed }), deal: { kind: "hidden" } },
  { name: "cancelled", lot: classic({ catalogState: CatalogState.Canceled }), deal: { kind: "hidden" } },
  { name: "draft", lot: classic({ catalogState: CatalogState.Temporary }), deal: { kind: "hidden" } },
  { name: "in no catalog", lot: parallel({ catalogType: null, catalogId: null }), deal: { kind: "hidden" } },
  {
    name: "parallel runs, the lot is not open",
    lot: parallel({ state: LotState.None }),
    deal: { kind: "hidden" },
  },
  // offers
  { name: "gallery", lot: parallel({ catalogType: CatalogType.Gallery }), deal: { kind: "offer" } },
  { name: "post-auction", lot: parallel({ catalogType: CatalogType.PostAuction }), deal: { kind: "offer" } },
  {
    name: "gallery, sold",
    lot: parallel({ catalogType: CatalogType.Gallery, state: LotState.Sold }),
    deal: { kind: "hidden" },
  },
  {
    name: "post-auction, bidding over",
    lot: parallel({ catalogType: CatalogType.PostAuction, isBiddingOver: true }),
    deal: { kind: "hidden" },
  },
  // paused
  { name: "paused, accepted", lot: classic({ catalogPausedAt: at(0) }), deal: { kind: "paused" } },
  {
    name: "paused past the lot's end",
    lot: classic({ catalogPausedAt: at(0), endTradeTime: at(-HOUR) }),
    timeUp: true,
    deal: { kind: "paused" },
  },
  {
    name: "paused, trusted",
    lot: classic({ catalogPausedAt: at(0) }),
    who: "trusted",
    deal: bid(false, "absentee"),
  },
  {
    name: "paused, trusted leader",
    lot: classic({ catalogPausedAt: at(0), leadingBet: mine, myParticipant: 3 }),
    who: "trusted",
    deal: bid(false, "raiseAbsentee"),
  },
  {
    name: "paused, not open yet",
    lot: classic({ catalogPausedAt: at(0), state: LotState.None }),
    deal: room(),
  },
  // running
  { name: "visitor", lot: parallel(), who: "visitor", deal: bid(true) },
  { name: "accepted", lot: parallel(), deal: bid(true) },
  { name: "trusted", lot: parallel(), who: "trusted", deal: bid(true, "absentee") },
  { name: "leader", lot: parallel({ leadingBet: mine, myParticipant: 3 }), deal: bid(false) },
  {
    name: "trusted leader",
    lot: parallel({ leadingBet: mine, myParticipant: 3 }),
    who: "trusted",
    deal: bid(false, "raiseAbsentee"),
  },
  { name: "time is up", lot: parallel(), timeUp: true, deal: { kind: "closing" } },
  {
    name: "time is up for staff as well",
    lot: parallel(),
    timeUp: true,
    registration: "staff",
    deal: { kind: "closing" },
  },
  { name: "wait for end", lot: parallel({ catalogState: CatalogState.WaitForEnd }), deal: bid(true) },
  { name: "classic, this lot", lot: classic(), deal: bid(true) },
  { name: "classic, another lot", lot: classic({ state: LotState.None }), deal: room() },
  {
    name: "classic, another lot, visitor",
    lot: classic({ state: LotState.None }),
    who: "visitor",
    deal: room(),
  },
  { name: "classic, another lot, trusted", lot: queued(), who: "trusted", deal: room("absentee") },
  {
    name: "classic, another lot, trusted, with a limit",
    lot: queued({ myAbsentee: 300_000 }),
    who: "trusted",
    deal: room("absentee"),
  },
  {
    name: "classic, another lot, trusted, leading with a pre-bet",
    lot: queued({ leadingBet: mine, myParticipant: 3 }),
    who: "trusted",
    deal: room("raiseAbsentee"),
  },
  {
    name: "classic, another lot, trusted, while the sale is paused",
    lot: queued({ catalogPausedAt: at(0) }),
    who: "trusted",
    deal: room("absentee"),
  },
  {
    name: "classic, sold together with another lot",
    lot: queued({ catalogLotId: 13, together: [12, 13] }),
    who: "trusted",
    deal: room(),
  },
  {
    name: "classic, another lot, trusted elsewhere",
    lot: queued({ houseId: 2 }),
    who: "trusted",
    deal: room(),
  },
  {
    name: "classic, another lot, registration still loading",
    lot: queued(),
    who: "trusted",
    registration: "unknown",
    deal: room(),
  },
  { name: "classic, another lot, staff", lot: queued(), registration: "staff", deal: room() },
  // registration
  { name: "not registered", lot: parallel(), registration: "none", deal: { kind: "register" } },
  { name: "rejected", lot: parallel(), registration: "rejected", deal: { kind: "register" } },
  { name: "pending", lot: parallel(), registration: "pending", deal: { kind: "waiting" } },
  { name: "not known yet", lot: parallel(), registration: "unknown", deal: { kind: "waiting" } },
  { name: "staff", lot: parallel(), registration: "staff", deal: { kind: "staff" } },
  // before the start
  { name: "classic pre-bet", lot: classic(scheduled), deal: bid(true) },
  { name: "classic pre-bet, trusted", lot: classic(scheduled), who: "trusted", deal: bid(true, "absentee") },
  {
    name: "classic pre-bet, trusted, with a limit",
    lot: classic({ ...scheduled, myAbsentee: 300_000 }),
    who: "trusted",
    deal: bid(true, "absentee"),
  },
  { name: "parallel by catalog type", lot: parallel(scheduled), deal: { kind: "soon" } },
  {
    name: "parallel by catalog type, visitor",
    lot: parallel(scheduled),
    who: "visitor",
    deal: { kind: "soon" },
  },
  {
    name: "parallel by catalog type, trusted",
    lot: parallel(scheduled),
    who: "trusted",
    deal: bid(false, "absentee"),
  },
  { name: "parallel by step table", lot: parallel({ ...scheduled, ...byTable }), deal: bid(true) },
  {
    name: "parallel, its end has passed",
    lot: parallel({ ...scheduled, ...byTable }),
    timeUp: true,
    deal: { kind: "hidden" },
  },
];

describe("what a lot's page offers", () => {
  it.each(rows)("$name → $deal.kind", ({ lot, who = "untrusted", registration, timeUp = false, deal }) => {
    const user = who === "visitor" ? null : who === "trusted" ? trusted : untrusted;
    const status = registration ?? (who === "visitor" ? "visitor" : "accepted");
    expect(dealOf(lot, { timeUp, user, registration: status })).toEqual(deal);
  });
});

/** What an untrusted bidder is offered in a phase, on the lot's card and on its page. */
const offered: Partial<Record<Phase, { card: LotAction; page: Deal }>> = {
  open: { card: "bet", page: bid(true) },
  closing: { card: "bet", page: { kind: "closing" } },
  paused: { card: "room", page: { kind: "paused" } },
  queued: { card: "room", page: room() },
  over: { card: "over", page: { kind: "hidden" } },
  prebets: { card: "prebet", page: bid(true) },
};

describe("a classic lot", () => {
  it.each(classicPhases)("$name → $phase", ({ lot, phase }) => {
    const end = closesAt(lot);
    const facts = { timeUp: end !== null && end <= NOW, user: untrusted, registration: "accepted" } as const;
    expect(phaseAt(lot, NOW)).toBe(phase);
    expect({ card: lotAction(lot, { now: NOW, user: untrusted }), page: dealOf(lot, facts) }).toEqual(
      offered[phase],
    );
  });
});

describe("closesAt", () => {
  const end = at(HOUR);
  it("is the lot's own end while it is open", () => {
    expect(closesAt(parallel({ endTradeTime: end, catalogEndDate: at(0) }))).toBe(Date.parse(end));
  });
  it("is the catalog's end before a parallel sale", () => {
    expect(closesAt(parallel({ ...scheduled, catalogEndDate: end }))).toBe(Date.parse(end));
  });
  it("is none where the hammer decides", () => {
    expect(closesAt(classic({ catalogEndDate: end }))).toBeNull();
  });
});
