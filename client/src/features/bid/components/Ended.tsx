import { Button } from "@/components/Button/Button";
import type { Lot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { Standing } from "@/trade/components/Standing/Standing";
import { outcomeText } from "@/trade/rules/outcome";
import { isLeader } from "@/trade/rules/position";
import { isSold } from "@/trade/rules/trading";
import { LotHead } from "./LotHead";

/** How the bidding on a lot ended; replaces the form. */
export function Ended({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const { user } = useSession();
  const isWon = user !== null && isSold(lot) && isLeader(lot);
  return (
    <>
      <LotHead lot={lot} />
      <Standing
        tone={isWon ? "won" : "plain"}
        icon="gavel"
        title={outcomeText(lot, user !== null) ?? "Торги окончены"}
      />
      <Button onClick={onClose}>Закрыть</Button>
    </>
  );
}
