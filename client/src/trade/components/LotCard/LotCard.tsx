import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Countdown } from "@/components/Countdown/Countdown";
import { Highlight } from "@/components/Highlight/Highlight";
import { Live } from "@/components/Live/Live";
import { Price } from "@/components/Price/Price";
import type { FoundLot, LotShort } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { serverNow } from "@/lib/clock";
import { count, dayMonth } from "@/lib/format";
import { useTopCategoryName } from "@/trade/api/classificator";
import { useLotActions } from "@/trade/bidding/LotActions";
import { AbsenteeBadge, CardBadge, TopBadge } from "@/trade/components/Badges/badges";
import { FavouriteButton } from "@/trade/components/FavouriteButton/FavouriteButton";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { PriceRequestButton } from "@/trade/components/PriceRequestButton/PriceRequestButton";
import { CatalogState, CatalogType } from "@/trade/enums";
import { lotAction, lotActionLabel } from "@/trade/rules/deal";
import { limitActs, type Position } from "@/trade/rules/position";
import { followsText } from "@/trade/rules/together";
import { isInTrade, isPaused, isRunning, lotEnd, shownAllIn, shownPrice } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./LotCard.module.css";

interface LotCardProps {
  lot: LotShort | FoundLot;
  position?: Position;
  /** The viewer's absentee bet, while it stands. */
  limit?: number | null;
  /** Words to mark in the title and the author's name. */
  highlight?: string;
  /** Cards of the first screen load their picture at once. */
  eager?: boolean;
  /** In a row that scrolls sideways, where cards are larger on a phone. */
  inRail?: boolean;
  /** Shows the sale next to the lot number, since numbers restart in every sale. Otherwise the card shows the category. */
  withSale?: boolean;
  headingLevel?: 2 | 3;
}

const BETS = ["ставка", "ставки", "ставок"] as const;

export const authorOf = (lot: Pick<LotShort, "author">) => lot.author.map((a) => a.name).join(", ");

/** «Вечерние торги» of «Вечерние торги. Русская живопись»: a card has no room for more. Initials and «г.» do not end a sentence. */
const shortTitle = (title: string) => title.split(/(?<=\p{L}{3}|\d|[»“"])[.:](?:\s|$)/u)[0] || title;

/** A lot in a list. The whole card is a link; its heart and its button are not. */
export function LotCard({
  lot,
  position = "none",
  limit = null,
  highlight = "",
  eager,
  inRail = false,
  withSale = true,
  headingLevel = 3,
}: LotCardProps) {
  const category = useTopCategoryName(lot.classCode);
  const { isAdmin } = useSession();
  const author = authorOf(lot);
  const title = lot.titleRu || "Без названия";
  const Heading = headingLevel === 2 ? "h2" : "h3";
  const shown = shownPrice(lot);
  const follows = followsText(lot);
  const allIn = follows === null ? shownAllIn(lot) : null;
  const number = lot.catalogLotId === null ? "" : `Лот ${lot.catalogLotId}`;
  const dot = number && " · ";
  const sale = withSale && lot.catalogTitle ? shortTitle(lot.catalogTitle) : null;

  return (
    <article className={css.card} data-done={lot.isBiddingOver || undefined}>
      <div className={css.frame}>
        <LotPicture
          picture={lot.img}
          alt={author ? `${author}. ${title}` : title}
          place={inRail ? "rail" : "card"}
          eager={eager}
        />
        {lot.top > 0 && <TopBadge className={css.top} />}
      </div>
      <div className={css.number}>
        <span className="num">
          {number}
          {sale
            ? dot + sale
            : category && (
                <span className={dot && "only-wide"}>
                  {dot}
                  {category}
                </span>
              )}
        </span>
        <FavouriteButton lot={lot} />
      </div>
      <div className={css.words}>
        <Heading className={css.author}>
          <Link className={css.link} to={lotUrl(lot)}>
            {author ? (
              <Highlight text={author} query={highlight} />
            ) : (
              <>
                <span className="sr">{title}</span>
                <span aria-hidden="true">Автор не указан</span>
              </>
            )}
          </Link>
        </Heading>
        <p className={css.title}>
          <Highlight text={title} query={highlight} />
        </p>
        <Where lot={lot} category={category} highlight={highlight} />
      </div>
      <dl className={css.money} data-commission={lot.commission > 0 || undefined}>
        <dt>{follows === null ? shown.label : "Цена"}</dt>
        <dd>
          {follows !== null || shown.from === null ? (
            <span className={css.onRequest}>{follows ?? "по запросу"}</span>
          ) : (
            <Price value={shown.from} to={shown.to} currency={lot.price.currency} />
          )}
        </dd>
        {allIn && <dd className={css.allIn}>{allIn}</dd>}
        {lot.betsCount > 0 && <dd className={css.bets}>{count(lot.betsCount, BETS)}</dd>}
      </dl>
      <div className={css.state}>
        <CardBadge lot={lot} position={position} limit={limit} />
        {isAdmin && <AbsenteeBadge lot={lot} />}
        <CardTime lot={lot} />
        {limit !== null && position === "none" && <span className={css.acts}>{limitActs(lot)}</span>}
      </div>
      <CardAction lot={lot} />
    </article>
  );
}

/** When the work was made; in a search whose words the title lacks, where they are. */
function Where({
  lot,
  category,
  highlight,
}: { category: string | null } & Pick<LotCardProps, "lot" | "highlight">) {
  const place = "foundIn" in lot ? lot.foundIn : null;
  const text =
    place === "materials" && lot.materials
      ? lot.materials
      : place === "category" && category
        ? `Раздел: ${category}`
        : lot.period || "Период не указан";
  return (
    <p className={css.period}>
      {place === "description" || place === "region" ? (
        <>Найдено в&nbsp;{place === "region" ? "месте создания" : "описании"}</>
      ) : (
        <Highlight text={text} query={(place && highlight) || ""} />
      )}
    </p>
  );
}

/** Time left, the hall, or the day the sale begins. */
function CardTime({ lot }: { lot: LotShort }) {
  if (lot.catalogType === CatalogType.Classic && isRunning(lot.catalogState) && isInTrade(lot)) {
    return isPaused(lot) ? <span className={css.day}>пауза</span> : <Live>в зале</Live>;
  }
  const end = lotEnd(lot);
  if (end !== null) return <Countdown end={end} size="s" />;
  if (lot.catalogState === CatalogState.Scheduled && lot.catalogStartDate && !lot.isBiddingOver) {
    return <span className={css.day}>{dayMonth(lot.catalogStartDate, serverNow())}</span>;
  }
  return null;
}

function CardAction({ lot }: { lot: LotShort }) {
  const { user } = useSession();
  const handlers = useLotActions();
  const requireLogin = useRequireLogin();
  let action = lotAction(lot, { now: serverNow(), user });
  // In a running classic sale bets are made in the room.
  if (action === "bet" && lot.catalogType === CatalogType.Classic) action = "room";

  if (action === "over") {
    return <CardButton variant="default">{lotActionLabel.over}</CardButton>;
  }
  if (action === "room" && lot.catalogId !== null) {
    // Only lots of a running sale have this button. Its page completes the address.
    return <CardButton to={`/auction/${lot.catalogId}`}>{lotActionLabel.room}</CardButton>;
  }
  if (action === "request") {
    return <PriceRequestButton lot={lot} variant="outline" className={css.button} />;
  }
  if (action === "none") {
    return (
      <CardButton variant="default" to={lotUrl(lot)}>
        СМОТРЕТЬ ЛОТ
      </CardButton>
    );
  }
  const handler = handlers[action];
  const onClick =
    handler &&
    (() => requireLogin(() => handler(lot), `После входа вернёмся к лоту ${lot.catalogLotId ?? lot.id}.`));
  return (
    <CardButton to={lotUrl(lot)} onClick={onClick}>
      {lotActionLabel[action]}
    </CardButton>
  );
}

interface CardButtonProps {
  children: ReactNode;
  variant?: "outline" | "default";
  to?: string;
  /** Comes before the link. A button with neither is switched off. */
  onClick?: () => void;
}

function CardButton({ children, variant = "outline", to, onClick }: CardButtonProps) {
  const common = { variant, className: css.button, "data-caps": true, fullWidth: true, children } as const;
  return onClick || !to ? (
    <Button {...common} onClick={onClick} disabled={!onClick} />
  ) : (
    <Button component={Link} to={to} {...common} />
  );
}
