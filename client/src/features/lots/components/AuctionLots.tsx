import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { LotShort } from "@/lib/api/types";
import { auctionList, type Status } from "../model/filter";
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

/** The lots of an auction with filters. */
export default function AuctionLots({ catalogId, isRunning, show }: AuctionLotsProps) {
  const { fixed, order, status } = auctionList(catalogId, isRunning);
  return (
    <LotListing
      fixed={fixed}
      statuses={isRunning ? [status, ...STATUSES, "all"] : [status, ...STATUSES]}
      order={order}
      show={show}
      categories={useTopCategories()}
      withTypes={false}
      withScopes={false}
      withHouses={false}
      empty={
        <EmptyState title="Лотов нет" action={{ label: "Все аукционы", to: "/auctions" }}>
          Дом не показывает лоты этого аукциона.
        </EmptyState>
      }
    />
  );
}
