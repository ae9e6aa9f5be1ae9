import { Badge } from "@/components/Badge/Badge";
import { PriceQueryBadge } from "@/trade/components/Badges/PriceQueryBadge";
import { PriceQueryStatus } from "@/trade/enums";

/** The house sends the answer that the person who asked has received. */
export const ANSWERED = "Ответ отправлен";

/** Whether a price request was answered, as the house sees it. */
export const QueryState = ({ status }: { status: number }) =>
  status === PriceQueryStatus.Processed ? (
    <Badge variant="won">{ANSWERED}</Badge>
  ) : (
    <PriceQueryBadge status={status} />
  );
