import type { Lot } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { price } from "@/lib/format";
import { useLotActions } from "@/trade/bidding/LotActions";

/** Opens the bet dialog with an amount. A visitor signs in first. */
export function useOpenBet(lot: Lot): (value: number) => void {
  const { bet } = useLotActions();
  const requireLogin = useRequireLogin();
  return (value) =>
    requireLogin(
      () => bet?.(lot, value),
      `После входа вернёмся к ставке ${price(value, lot.price.currency)} на лот ${lot.catalogLotId ?? lot.id}.`,
    );
}

/** Opens the dialog of an absentee bet. A visitor signs in first. */
export function useOpenAbsentee(lot: Lot): () => void {
  const { absentee } = useLotActions();
  const requireLogin = useRequireLogin();
  return () => requireLogin(() => absentee?.(lot), "После входа вернёмся к заочной ставке.");
}
