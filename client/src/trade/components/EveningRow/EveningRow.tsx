import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { useTimeLeft } from "@/components/Countdown/Countdown";
import { Icon } from "@/components/Icon/Icon";
import { Price } from "@/components/Price/Price";
import type { EveningLot, EveningSale, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { serverNow } from "@/lib/clock";
import { clock, count, dayMonth, duration, isoInstant, moscowTime, typeset } from "@/lib/format";
import { useLotActions } from "@/trade/bidding/LotActions";
import { LeadBadge, LimitBadge, OutbidBadge, StateBadge, WonBadge } from "@/trade/components/Badges/badges";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { CatalogType } from "@/trade/enums";
import { allInText } from "@/trade/rules/commission";
import { comesAt, isNear, standOf } from "@/trade/rules/evening";
import { outcomeText } from "@/trade/rules/outcome";
import { limitStands, limitTerms } from "@/trade/rules/position";
import { isInTrade, isRunning, isSold, lotEnd } from "@/trade/rules/trading";
import { auctionUrl, lotUrl } from "@/trade/urls";
import { BetLabel } from "../BetLabel/BetLabel";
import row from "../LotRow/LotRow.module.css";
import css from "./EveningRow.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

interface EveningRowProps {
  mine: EveningLot;
  sale: EveningSale;
  /** It is the viewer's next lot in its sale: only there is the link into the room. */
  isNext?: boolean;
}

/** A lot of the viewer's evening: when it comes up, how they stand, what it costs with commission, the action. */
export function EveningRow({ mine, sale, isNext = false }: EveningRowProps) {
  const { lot } = mine;
  const past = lot.isBiddingOver || isSold(lot);
  const shown = sumOf(mine);
  const allIn = allInText(shown.sum, lot.commission, lot.price.currency);
  const now = !past && (isNear(mine) || mine.ahead === 0) && isRunning(lot.catalogState);
  return (
    <li className={css.row} data-now={now || undefined} data-past={past || undefined}>
      <div className={css.time}>
        <When mine={mine} sale={sale} />
      </div>
      <span className={`${row.pic} ${css.pic}`}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <div className={`${row.what} ${css.what}`}>
        <p className="small muted num">
          {[lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`, authorOf(lot) || lot.houseNameRu]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Link to={lotUrl(lot)}>{typeset(lot.titleRu || "Без названия")}</Link>
        <div className={css.stand}>
          <Stand mine={mine} />
        </div>
      </div>
      <div className={css.money}>
        <p className="caption">{shown.label}</p>
        <Price value={shown.sum} currency={lot.price.currency} size="md" />
        {allIn && <p className="caption num">{allIn}</p>}
      </div>
      {!past && (
        <div className={css.acts}>
          <Actions mine={mine} sale={sale} isNext={isNext} />
        </div>
      )}
    </li>
  );
}

function sumOf({ lot, absentee }: EveningLot): { label: string; sum: number } {
  const { value, start } = lot.price;
  if (isSold(lot)) return { label: "Цена продажи", sum: value ?? start };
  if (value !== null) return { label: lot.isBiddingOver ? "Последняя ставка" : "Текущая ставка", sum: value };
  // Without a start price only the viewer's limit can be shown.
  return start === 0 && absentee !== null
    ? { label: "Ваш лимит", sum: absentee }
    : { label: "Стартовая цена", sum: start };
}

/** «≈ 19:07», a countdown, the start of the sale, or when the hammer fell. */
function When({ mine, sale }: EveningRowProps): ReactNode {
  const { lot, ahead } = mine;
  if (lot.isBiddingOver || isSold(lot)) {
    return lot.endTradeTime && <Moment at={Date.parse(lot.endTradeTime)} />;
  }
  if (lot.catalogType === CatalogType.Classic && isRunning(lot.catalogState)) {
    if (ahead === 0 || isInTrade(lot)) return <Big note="в зале">Сейчас</Big>;
    const at = comesAt(mine, sale, serverNow());
    const queue = `через ${count(ahead ?? 0, LOTS)}`;
    if (at === null) return <Big note="до этого лота">{count(ahead ?? 0, LOTS)}</Big>;
    return <Moment at={at} about note={queue} />;
  }
  const end = lotEnd(lot);
  if (end !== null) return <Left end={end} />;
  const start = sale.catalog.startDate;
  return start && <Moment at={Date.parse(start)} note="начало торгов" />;
}

function Big({ children, note }: { children: ReactNode; note: string }) {
  return (
    <>
      <strong>{children}</strong>
      <span className="caption">{note}</span>
    </>
  );
}

function Moment({ at, about = false, note }: { at: number; about?: boolean; note?: string }) {
  const day = dayMonth(at);
  const [time, zone] = moscowTime(at).split("\u00a0");
  return (
    <>
      <strong>
        <time dateTime={isoInstant(at)}>
          {about && "≈\u00a0"}
          {time}
        </time>
      </strong>
      {[[zone, day === dayMonth(serverNow()) ? null : day].filter(Boolean).join(", "), note]
        .filter((line) => line)
        .map((line) => (
          <span key={line} className="caption">
            {line}
          </span>
        ))}
    </>
  );
}

function Left({ end }: { end: number }) {
  const left = useTimeLeft(end);
  return (
    <>
      <strong role="timer">{left >= DAY_MS ? duration(left) : clock(left)}</strong>
      <span className="caption">до окончания</span>
    </>
  );
}

function Stand({ mine }: { mine: EveningLot }) {
  const { lot, absentee } = mine;
  switch (standOf(mine)) {
    case "won":
      return <WonBadge />;
    case "over": {
      const outcome = outcomeText({ ...lot, price: { ...lot.price, value: null } }, false);
      return outcome ? <Badge variant="line">{outcome}</Badge> : <StateBadge lot={lot} />;
    }
    case "leading":
      return (
        <>
          <LeadBadge />
          {limitStands(lot, absentee) && <Limit lot={lot} limit={absentee} />}
        </>
      );
    case "limit":
      return <Limit lot={lot} limit={absentee ?? 0} />;
    case "outbid":
      return <OutbidBadge />;
    case "watched":
      return (
        <Badge variant="line" leftSection={<Icon name="heart" />}>
          Слежу, лимита нет
        </Badge>
      );
  }
}

/** The viewer's absentee bet, and when it acts. */
function Limit({ lot, limit }: { lot: LotShort; limit: number }) {
  return (
    <>
      <LimitBadge limit={limit} currency={lot.price.currency} />
      <span className="caption num">{limitTerms(lot, limit)}</span>
    </>
  );
}

/** A link into a running room, a button to bid again, or a button for a limit, whichever applies. */
function Actions({ mine, sale, isNext }: EveningRowProps) {
  const { user } = useSession();
  const { bet, absentee } = useLotActions();
  const { lot } = mine;
  const stand = standOf(mine);
  const trusted = user?.trustedInHouseIds.includes(lot.houseId) ?? false;
  const inRoom = lot.catalogType === CatalogType.Classic && isRunning(lot.catalogState);
  return (
    <>
      {isNext && inRoom && (
        <Button component={Link} to={auctionUrl(sale.catalog)} variant="bid" size="sm">
          Войти в зал
        </Button>
      )}
      {stand === "outbid" && lot.catalogType === CatalogType.Parallel && isInTrade(lot) && (
        <Button variant="bid" size="sm" onClick={() => bet?.(lot)}>
          <BetLabel action="Сделать ставку" lot={lot} />
        </Button>
      )}
      {trusted && absentee && lot.catalogType === CatalogType.Classic && mine.ahead !== 0 && (
        <Button
          variant={mine.absentee === null ? "outline" : "quiet"}
          size="sm"
          onClick={() => absentee(lot)}
        >
          {mine.absentee === null ? "Поставить лимит" : "Изменить лимит"}
        </Button>
      )}
    </>
  );
}
