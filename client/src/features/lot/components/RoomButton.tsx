import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import type { Lot } from "@/lib/api/types";
import { lotActionLabel } from "@/trade/rules/deal";
import { auctionUrl } from "@/trade/urls";

export function RoomButton({ lot }: { lot: Lot }) {
  if (!lot.catalog) return null;
  return (
    <Button component={Link} to={auctionUrl(lot.catalog)} variant="bid" fullWidth data-caps>
      {lotActionLabel.room}
    </Button>
  );
}
