import type { Lot, User } from "@/lib/api/types";
import { CalculationType, CatalogState, CatalogType, LotState } from "@/lib/enums";
import type { Registration } from "@/trade/api/registration";
import { isFinished, isOffer, isRunning, isSold } from "@/trade/rules/trading";

/** What the lot's page offers its viewer to do now (specification, section 4, «Bid button»). */
export type Deal =
  /** Nothing: over, a draft, or a parallel lot that is not open. */
  | { kind: "hidden" }
  /** A parallel sale that takes no bets before its start. */
  | { kind: "soon" }
  /** Time is up by the server's clock, its word is awaited. */
  | { kind: "closing" }
  /** Of a gallery or post-auction: asked for, not bid on. */
  | { kind: "offer" }
  /** The classic sale runs, and this lot's turn is yet to come. */
  | { kind: "room" }
  /** Staff of the house and admins see reserves, and do not bid. */
  | { kind: "staff" }
  | { kind: "register" }
  /** The house has not decided yet, or its decision is not known yet. */
  | { kind: "waiting" }
  | {
      kind: "bid";
      /** Off for the leader, who may not outbid himself, and before a sale without pre-bets. */
      bet: boolean;
      absentee: "place" | "raise" | null;
    };

interface Facts {
  /** Whether `closesAt` has come by the server's clock. */
  timeUp: boolean;
  user: Pick<User, "id" | "trustedInHouseIds"> | null;
  registration: Registration["status"];
}

/** The instant after which no bet is taken, in Unix ms; null where a hammer decides, or nothing does. */
export function closesAt(lot: Lot): number | null {
  const end =
    lot.catalogType === CatalogType.Parallel && !isRunning(lot.catalogState)
      ? lot.catalogEndDate
      : lot.endTradeTime;
  return end ? Date.parse(end) : null;
}

export function dealOf(lot: Lot, { timeUp, user, registration }: Facts): Deal {
  if (lot.catalogType === null || lot.catalogState === CatalogState.Temporary) return { kind: "hidden" };
  if (isOffer(lot)) return isSold(lot) || lot.isBiddingOver ? { kind: "hidden" } : { kind: "offer" };
  if (lot.isBiddingOver || isSold(lot) || isFinished(lot.catalogState)) return { kind: "hidden" };

  const classic = lot.catalogType === CatalogType.Classic;
  const running = isRunning(lot.catalogState);
  let bets = true;
  if (running) {
    if (lot.state !== LotState.InProcess) return { kind: classic ? "room" : "hidden" };
    if (timeUp) return { kind: "closing" };
  } else {
    if (!classic && timeUp) return { kind: "hidden" };
    bets = classic || lot.catalog?.calculationType !== CalculationType.ByCatalogType;
  }

  if (registration === "staff") return { kind: "staff" };
  const trusted = user?.trustedInHouseIds.includes(lot.houseId) ?? false;
  if (!bets && !trusted) return { kind: "soon" };

  switch (registration) {
    case "none":
    case "rejected":
      return { kind: "register" };
    case "pending":
    case "unknown":
      return { kind: "waiting" };
    case "visitor":
      return { kind: "bid", bet: bets, absentee: null };
    case "accepted": {
      const leading = user !== null && lot.leadingBet?.userId === user.id;
      const absentee = trusted ? (leading ? "raise" : "place") : null;
      return { kind: "bid", bet: bets && !leading, absentee };
    }
  }
}

/** The outcome for the viewer, once known; `none` for whoever did not bid. */
export type Stand = "none" | "leading" | "outbid" | "won" | "unsold";

export function standOf(
  lot: Pick<Lot, "leadingBet" | "state" | "isBiddingOver" | "myLastBet" | "myAbsentee">,
  userId: number | null,
): Stand {
  if (userId === null) return "none";
  if (lot.leadingBet?.userId === userId) {
    if (isSold(lot)) return "won";
    return lot.isBiddingOver ? "unsold" : "leading";
  }
  if (lot.isBiddingOver) return "none";
  // An absentee order acts on an open lot alone: before that nobody has beaten it.
  const bound = lot.myLastBet !== null || (lot.myAbsentee !== null && lot.state === LotState.InProcess);
  return bound ? "outbid" : "none";
}
