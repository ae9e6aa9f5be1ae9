import type { Lot, LotShort, User } from "@/lib/api/types";
import { CalculationType, CatalogState, CatalogType, LotState } from "@/trade/enums";
import { isLeader } from "./position";
import { leaderOf } from "./together";
import { isFinished, isOffer, isPaused, isRunning, isSold } from "./trading";

/** What a lot takes now, before the viewer counts. */
export type Phase =
  /** A draft, or in no catalog. */
  | "draft"
  | "over"
  /** Of a gallery or a post-auction: viewers ask for it, nobody bids. */
  | "offer"
  /** The classic sale runs, and the lot's turn is yet to come. */
  | "queued"
  /** Time is up by the server's clock, the outcome is not known yet. */
  | "closing"
  /** In trade, but the auctioneer paused the sale: absentee orders only. */
  | "paused"
  /** In trade. */
  | "open"
  /** Before the start, with bets. */
  | "prebets"
  /** Before the start, with absentee orders only. */
  | "orders";

interface PhaseFacts {
  /** Whether `closesAt` has passed by the server's clock. */
  timeUp: boolean;
  /** Of the lot's catalog. Cards do not know it; by default a parallel sale counts by its catalog type. */
  calculationType?: number;
}

/** The end of betting in Unix ms; null where the hammer decides, and while the sale is paused. */
export function closesAt(lot: LotShort): number | null {
  if (isPaused(lot)) return null;
  const end =
    lot.catalogType === CatalogType.Parallel && !isRunning(lot.catalogState)
      ? lot.catalogEndDate
      : lot.endTradeTime;
  return end ? Date.parse(end) : null;
}

/** The one rule behind the card's button, the lot's page, the bet dialog and the live room. */
function phaseOf(lot: LotShort, { timeUp, calculationType }: PhaseFacts): Phase {
  if (lot.catalogType === null || lot.catalogState === CatalogState.Temporary) return "draft";
  if (lot.isBiddingOver || isSold(lot)) return "over";
  if (isOffer(lot)) return "offer";
  if (isFinished(lot.catalogState)) return "over";

  const classic = lot.catalogType === CatalogType.Classic;
  if (isRunning(lot.catalogState)) {
    if (lot.state !== LotState.InProcess) return classic ? "queued" : "over";
    if (isPaused(lot)) return "paused";
    return timeUp ? "closing" : "open";
  }
  if (!classic && timeUp) return "over";
  const byCatalogType = (calculationType ?? CalculationType.ByCatalogType) === CalculationType.ByCatalogType;
  return classic || !byCatalogType ? "prebets" : "orders";
}

/** The phase at `now`, server time in ms. */
export function phaseAt(lot: LotShort, now: number, calculationType?: number): Phase {
  const end = closesAt(lot);
  return phaseOf(lot, { timeUp: end !== null && end <= now, calculationType });
}

type Viewer = Pick<User, "id" | "trustedInHouseIds"> | null;

const isTrusted = (user: Viewer, lot: LotShort) => user?.trustedInHouseIds.includes(lot.houseId) ?? false;

/** The one action that a card's button offers. */
export type LotAction =
  | "none"
  | "over"
  | "request"
  | "room"
  | "bet"
  | "prebet"
  | "absentee"
  | "raiseAbsentee";

export const lotActionLabel: Record<Exclude<LotAction, "none">, string> = {
  over: "ТОРГИ ЗАВЕРШЕНЫ",
  request: "ЗАПРОСИТЬ НАЛИЧИЕ И СТОИМОСТЬ",
  room: "ПЕРЕЙТИ В АУКЦИОН",
  bet: "СДЕЛАТЬ СТАВКУ",
  prebet: "СДЕЛАТЬ СТАВКУ",
  absentee: "СДЕЛАТЬ ЗАОЧНУЮ СТАВКУ",
  raiseAbsentee: "УВЕЛИЧИТЬ ЗАОЧНУЮ СТАВКУ",
};

interface ActionFacts {
  /** Server time in ms. */
  now: number;
  user: Viewer;
  calculationType?: number;
}

/** The action on a card, which does not know the viewer's registration: the dialog asks for it. */
export function lotAction(lot: LotShort, { now, user, calculationType }: ActionFacts): LotAction {
  const phase = phaseAt(lot, now, calculationType);
  const trusted = isTrusted(user, lot);
  const order = absenteeAction(lot, user);
  const open = order === "raiseAbsentee" && trusted ? order : "bet";
  switch (phase) {
    case "draft":
      return "none";
    case "over":
      return "over";
    case "offer":
      return "request";
    case "queued":
      return "room";
    case "closing":
      // A late bet may extend a classic lot, so its button stays until the hammer.
      return lot.catalogType === CatalogType.Classic ? open : "over";
    case "open":
      return open;
    case "paused":
      return trusted ? order : "room";
    case "prebets":
    case "orders":
      if (trusted) return order;
      return phase === "prebets" ? "prebet" : "none";
  }
}

/** What the button of an absentee bet says. */
export type AbsenteeAction = "absentee" | "raiseAbsentee";

function absenteeAction(lot: LotShort, user: Viewer): AbsenteeAction {
  return user !== null && isLeader(lot) ? "raiseAbsentee" : "absentee";
}

/** What the lot's page offers its viewer. */
export type Deal =
  /** Nothing: over, a draft, or a parallel lot that is not open. */
  | { kind: "hidden" }
  /** A parallel sale without bets before its start. */
  | { kind: "soon" }
  | { kind: "closing" }
  /** The auctioneer paused the sale, and the viewer may leave no absentee order. */
  | { kind: "paused" }
  | { kind: "offer" }
  /** The sale is running, but another lot is current. */
  | { kind: "room"; absentee: AbsenteeAction | null }
  /** Staff of the house, admins and developers do not bid. */
  | { kind: "staff" }
  | { kind: "register" }
  /** The house has not decided yet, or its decision is not loaded yet. */
  | { kind: "waiting" }
  | {
      kind: "bid";
      /** Off for the leader, who may not outbid themselves, and before a sale without pre-bets. */
      bet: boolean;
      absentee: AbsenteeAction | null;
    };

/** `visitor` has no account, `staff` does not bid in the house; `unknown` until the first answer. */
export type RegistrationStatus =
  | "unknown"
  | "visitor"
  | "staff"
  | "none"
  | "pending"
  | "accepted"
  | "rejected";

interface DealFacts {
  /** Whether `closesAt` has passed by the server's clock. */
  timeUp: boolean;
  user: Viewer;
  registration: RegistrationStatus;
}

export function dealOf(lot: Lot, { timeUp, user, registration }: DealFacts): Deal {
  const phase = phaseOf(lot, { timeUp, calculationType: lot.catalog?.calculationType });
  switch (phase) {
    case "draft":
    case "over":
      return { kind: "hidden" };
    case "offer":
      return { kind: "offer" };
    case "queued": {
      // A lot sold together with another takes no orders of its own.
      const deal = leaderOf(lot) === null ? bidOf(lot, false, user, registration) : null;
      return { kind: "room", absentee: deal?.kind === "bid" ? deal.absentee : null };
    }
    case "closing":
      return { kind: "closing" };
    case "paused": {
      const deal = bidOf(lot, false, user, registration);
      return deal.kind === "bid" && deal.absentee !== null ? deal : { kind: "paused" };
    }
    default:
      return bidOf(lot, phase !== "orders", user, registration);
  }
}

/** The offer on a lot that takes bets, or, where `bets` is false, absentee orders only. */
function bidOf(lot: Lot, bets: boolean, user: Viewer, registration: RegistrationStatus): Deal {
  if (registration === "staff") return { kind: "staff" };
  const trusted = isTrusted(user, lot);
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
      const order = absenteeAction(lot, user);
      return { kind: "bid", bet: bets && order !== "raiseAbsentee", absentee: trusted ? order : null };
    }
  }
}
