import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { LotShort } from "@/lib/api/types";
import { LotSorting } from "@/lib/enums";
import { useTopCategories } from "../model/useTopCategories";
import { LotListing } from "./LotListing";

interface AuctionLotsProps {
  catalogId: number;
  /** A lot as the room has it. */
  show: (lot: LotShort) => LotShort;
}

/** The lots of an auction by their numbers, with filters. Its staff see hidden ones, too. */
export default function AuctionLots({ catalogId, show }: AuctionLotsProps) {
  return (
    <LotListing
      fixed={{ catalogId, showHiddenLots: true }}
      statuses={["all", "trading", "withbets", "sold", "notsold"]}
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
