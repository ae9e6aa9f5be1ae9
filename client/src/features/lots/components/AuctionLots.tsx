import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { LotShort } from "@/lib/api/types";
import { LotSorting } from "@/trade/enums";
import type { Status } from "../model/filter";
import { useTopCategories } from "../model/useTopCategories";
import { LotListing } from "./LotListing";

interface AuctionLotsProps {
  catalogId: number;
  /** While the sale runs, its list begins with what can still be had. */
  isRunning: boolean;
  /** A lot as the room has it. */
  show: (lot: LotShort) => LotShort;
}

const STATUSES: readonly Status[] = ["trading", "withbets", "sold", "notsold"];
const RUNNING: readonly Status[] = ["open", ...STATUSES, "all"];
const QUIET: readonly Status[] = ["all", ...STATUSES];

/** The lots of an auction by their numbers, with filters. Its staff see hidden ones, too. */
export default function AuctionLots({ catalogId, isRunning, show }: AuctionLotsProps) {
  return (
    <LotListing
      fixed={{ catalogId, showHiddenLots: true }}
      statuses={isRunning ? RUNNING : QUIET}
      order={LotSorting.LotNumberAsc}
      show={show}
      categories={useTopCategories()}
      withTypes={false}
      withScopes={false}
      withHouses={false}
      empty={
        <EmptyState title="Лотов пока нет" action={{ label: "Все аукционы", to: "/auctions" }}>
          Дом готовит каталог.
        </EmptyState>
      }
    />
  );
}
