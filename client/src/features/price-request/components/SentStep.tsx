import { Link, useLocation } from "react-router";
import { Button } from "@/components/Button/Button";
import type { LotShort } from "@/lib/api/types";
import { priceQueriesUrl } from "@/trade/urls";
import { SENT } from "../model/usePriceRequest";
import { LotLine } from "./LotLine";

/** What happens next to a request that was sent. */
export function SentStep({ lot, onClose }: { lot: LotShort; onClose: () => void }) {
  const { pathname } = useLocation();
  const isOnLot = `${pathname}/`.startsWith(`/lot/${lot.id}/`);
  return (
    <>
      <p className="small muted">{SENT} Он появится в кабинете, в ваших запросах цен.</p>
      <LotLine lot={lot} />
      <Button component={Link} to={priceQueriesUrl} fullWidth onClick={onClose}>
        Мои запросы цен
      </Button>
      <Button variant="quiet" fullWidth autoFocus onClick={onClose}>
        {isOnLot ? "Вернуться к лоту" : "Закрыть"}
      </Button>
    </>
  );
}
