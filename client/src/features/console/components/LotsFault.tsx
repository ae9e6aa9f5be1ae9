import { Button } from "@/components/Button/Button";
import { EmptyFrame } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { faultText, rightsRest } from "@/lib/api/errors";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { isRunning } from "@/trade/rules/trading";

/** In place of the lot, while the sale's lots cannot be read. The error text below the button is for support. */
export function LotsFault({ sale }: { sale: LiveSale }) {
  const { lotsFault, rereadLots } = sale;
  if (rightsRest(lotsFault)) return <Fault error={lotsFault} retry={rereadLots} />;
  return (
    <div role="alert">
      <EmptyFrame title="Лоты не загрузились">
        <p>
          {isRunning(sale.state) && sale.pause === null
            ? "Торги идут дальше: ставки из сети принимаются, но лота здесь не видно."
            : "Без них лота здесь не видно, и вести торги нельзя."}
        </p>
        <Button onClick={rereadLots}>Повторить</Button>
        <p className="caption">{faultText(lotsFault)}</p>
      </EmptyFrame>
    </div>
  );
}
