import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useMyQuery } from "@/trade/api/priceQueries";
import { useLotActions } from "@/trade/bidding/LotActions";
import { PriceQueryStatus } from "@/trade/enums";
import { lotActionLabel } from "@/trade/rules/deal";

interface PriceRequestButtonProps {
  lot: LotShort;
  variant: "bid" | "outline";
  className?: string;
}

/** Asks the house for the price of a lot in its gallery or post-auction. Off while the house owes an answer. */
export function PriceRequestButton({ lot, variant, className }: PriceRequestButtonProps) {
  const { request } = useLotActions();
  const requireLogin = useRequireLogin();
  const isSent = useMyQuery(lot.id)?.status === PriceQueryStatus.Created;
  if (isSent) {
    return (
      <Button className={className} fullWidth disabled leftSection={<Icon name="check" />}>
        Запрос отправлен
      </Button>
    );
  }
  return (
    <Button
      className={className}
      variant={variant}
      fullWidth
      data-caps
      data-act="lot"
      onClick={() => requireLogin(() => request?.(lot), "После входа вернёмся к запросу цены.")}
    >
      {lotActionLabel.request}
    </Button>
  );
}
