import type { Lot } from "@/lib/api/types";
import type { ConnectionStatus } from "@/trade/live/chatConnection";
import type { Deal } from "@/trade/rules/deal";
import type { Stand } from "@/trade/rules/position";

/** What the page's blocks about the deal are given. */
export interface DealProps {
  lot: Lot;
  deal: Deal;
  stand: Stand;
  isVisitor: boolean;
  /** The house has accepted the viewer but does not trust them with absentee bets. */
  untrusted: boolean;
  /** The amount of the viewer's bet on its way. */
  pending: number | null;
  connection: ConnectionStatus;
}
