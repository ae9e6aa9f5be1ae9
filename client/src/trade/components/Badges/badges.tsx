import { Badge } from "@/components/Badge/Badge";
import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { price } from "@/lib/format";
import { CatalogState, CatalogType, catalogTypeLabel, LotState, ReserveState } from "@/trade/enums";
import type { Position } from "@/trade/rules/position";
import { isFinished, isOffer, isRunning } from "@/trade/rules/trading";

export const TopBadge = ({ className }: { className?: string }) => (
  <Badge variant="top" className={className}>
    ТОП
  </Badge>
);

export const LeadBadge = () => (
  <Badge variant="lead" leftSection={<Icon name="up" />}>
    Вы лидируете
  </Badge>
);

export const OutbidBadge = () => (
  <Badge variant="out" leftSection={<Icon name="down" />}>
    Ваша ставка перебита
  </Badge>
);

export const WonBadge = () => (
  <Badge variant="won" leftSection={<Icon name="check" />}>
    Ваша ставка победила
  </Badge>
);

/** For admins: the leading bet was made by a secret maximum. */
export const AbsenteeBadge = ({ lot }: { lot: Pick<LotShort, "leadingBet"> }) =>
  lot.leadingBet?.isAbsentee ? <Badge variant="line">Заочная</Badge> : null;

interface ReserveBadgeProps {
  state: string | null;
  /** Only admins know it and see it in the badge. */
  reserve?: number | null;
  currency?: number;
}

/** The reserve in colour and words; nothing for a lot without one. */
export function ReserveBadge({ state, reserve, currency }: ReserveBadgeProps) {
  switch (state) {
    case ReserveState.NotAchieved:
      return (
        <Badge variant="out">
          Резервная цена не достигнута{reserve ? `: ${price(reserve, currency)}` : ""}
        </Badge>
      );
    case ReserveState.OneStep:
      return <Badge variant="warn">До резервной цены один шаг</Badge>;
    case ReserveState.Achieved:
      return (
        <Badge variant="won" leftSection={<Icon name="check" />}>
          Резервная цена достигнута
        </Badge>
      );
    default:
      return null;
  }
}

/** The lot's state alone: sold, paid, not sold, over, in trade, or soon. */
export function StateBadge({ lot }: { lot: LotShort }) {
  if (lot.state === LotState.Paid) {
    return (
      <Badge variant="won" leftSection={<Icon name="check" />}>
        Оплачен
      </Badge>
    );
  }
  if (lot.state === LotState.Sold) {
    return (
      <Badge variant="won" leftSection={<Icon name="gavel" />}>
        Продан
      </Badge>
    );
  }
  if (isOffer(lot))
    return <Badge variant="line">{catalogTypeLabel[lot.catalogType ?? CatalogType.Gallery]}</Badge>;
  if (lot.state === LotState.NotSold) return <Badge variant="line">Не продан</Badge>;
  if (lot.catalogState === CatalogState.Temporary) return <Badge variant="line">Черновик</Badge>;
  if (lot.isBiddingOver || isFinished(lot.catalogState)) return <Badge variant="line">Торги завершены</Badge>;
  if (lot.state === LotState.InProcess) return <Badge>В торгах</Badge>;
  return <Badge variant="line">{isRunning(lot.catalogState) ? "В очереди" : "Скоро"}</Badge>;
}

/** The viewer's absentee bet in force. It is neutral: nobody has beaten it. */
export const LimitBadge = ({ limit, currency }: { limit: number; currency: number }) => (
  <Badge variant="line" leftSection={<Icon name="limit" />}>
    Ваш лимит {price(limit, currency)}
  </Badge>
);

interface CardBadgeProps {
  lot: LotShort;
  position: Position;
  /** The viewer's absentee bet, while it stands. */
  limit: number | null;
}

/** The badge of a card: the viewer's place and limit, else the reserve while in trade, else the state. */
export function CardBadge({ lot, position, limit }: CardBadgeProps) {
  const { reservePriceState, reserve, currency } = lot.price;
  const standing = limit !== null && <LimitBadge limit={limit} currency={currency} />;
  if (!lot.isBiddingOver && position === "leading") {
    return (
      <>
        <LeadBadge />
        {standing}
      </>
    );
  }
  if (!lot.isBiddingOver && position === "outbid") return <OutbidBadge />;
  if (standing) return standing;
  if (!lot.isBiddingOver && lot.state === LotState.InProcess && reservePriceState && lot.leadingBet) {
    return <ReserveBadge state={reservePriceState} reserve={reserve} currency={currency} />;
  }
  return <StateBadge lot={lot} />;
}
