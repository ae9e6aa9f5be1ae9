import { useMemo } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { Breadcrumbs, type Crumb } from "@/components/Breadcrumbs/Breadcrumbs";
import { Button } from "@/components/Button/Button";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PanelBoundary } from "@/components/ErrorBoundary/PanelBoundary";
import { WhenNear } from "@/components/WhenNear/WhenNear";
import { isStatus } from "@/lib/api/errors";
import type { Lot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { typeset } from "@/lib/format";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { useRegistration } from "@/trade/api/registration";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { TopBadge } from "@/trade/components/Badges/badges";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { FavouriteButton } from "@/trade/components/FavouriteButton/FavouriteButton";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { catalogTypeLabel } from "@/trade/enums";
import { useLiveLot } from "@/trade/live/useLiveLot";
import { useLook } from "@/trade/live/useLook";
import { useConnectionStatus } from "@/trade/live/useRoom";
import { useStaleSince } from "@/trade/live/useStaleSince";
import { closesAt, dealOf } from "@/trade/rules/deal";
import { standOn } from "@/trade/rules/position";
import { isStaffOf } from "@/trade/rules/staff";
import { isOffer } from "@/trade/rules/trading";
import { auctionUrl, houseUrl, lotBetsUrl, lotUrl } from "@/trade/urls";
import type { DealProps } from "../model/dealProps";
import { useBidFocus } from "../model/useBidFocus";
import { usePassed } from "../model/usePassed";
import { useSpokenChanges } from "../model/useSpokenChanges";
import { AuthorPanel } from "./AuthorPanel";
import { BetsHistory } from "./BetsHistory";
import { CopyLink } from "./CopyLink";
import { Counters } from "./Counters";
import { DealActions } from "./DealBlock";
import { HousePanel } from "./HousePanel";
import { LotClock } from "./LotClock";
import { LotFacts } from "./LotFacts";
import { LotPdf } from "./LotPdf";
import { LotScale } from "./LotScale";
import { LotSkeleton } from "./LotSkeleton";
import { LotSwitcher } from "./LotSwitcher";
import css from "./lot.module.css";
import { MyStand } from "./MyStand";
import { OtherLots } from "./OtherLots";
import { Paybar } from "./Paybar";
import { PriceBlock } from "./PriceBlock";
import { Stage } from "./Stage";
import { SubscribeButton } from "./SubscribeButton";

export default function LotPage() {
  const { id } = useParams();
  const lotId = Number(id);
  if (!Number.isSafeInteger(lotId) || lotId <= 0) return <NotFound />;
  // The key resets all state of the page for another lot.
  return <LiveLotPage key={lotId} id={lotId} />;
}

function LiveLotPage({ id }: { id: number }) {
  const { query, lot } = useLiveLot(id);
  const { user, initialized } = useSession();
  const { status } = useRegistration(lot?.houseId ?? 0, lot?.catalogId ?? null);
  // Staff look at every lot, so they are not counted as interested.
  const counts =
    initialized &&
    lot !== undefined &&
    !(user && (user.isAdmin || isStaffOf(user, lot.houseId, lot.catalogId)));
  const onReach = useLook(counts ? lot.catalogId : null, id);
  const timeUp = usePassed(lot ? closesAt(lot) : null);
  const deal = useMemo(
    () => lot && dealOf(lot, { timeUp, user, registration: status }),
    [lot, timeUp, user, status],
  );

  usePageTitle(lot ? titleOf(lot) : null);
  useCanonicalPath(lot && lotUrl(lot));
  if (isStatus(query.error, 404)) return <NotFound />;
  if (query.isError && !lot) {
    return <PageFault error={query.error} retry={() => void query.refetch()} />;
  }
  if (!lot || !deal) return <LotSkeleton />;
  const untrusted = status === "accepted" && !(user?.trustedInHouseIds.includes(lot.houseId) ?? false);
  return (
    <LotView
      lot={lot}
      signedIn={user !== null}
      deal={deal}
      isVisitor={status === "visitor"}
      untrusted={untrusted}
      onReach={onReach}
    />
  );
}

const workOf = (lot: Lot) => [authorOf(lot), lot.titleRu || "Без названия"].filter(Boolean).join(". ");
const titleOf = (lot: Lot) =>
  lot.catalogLotId === null ? workOf(lot) : `${workOf(lot)} — лот ${lot.catalogLotId}`;

interface LotViewProps extends Pick<DealProps, "lot" | "deal" | "isVisitor" | "untrusted"> {
  signedIn: boolean;
  /** The viewer reaches for the bid button. */
  onReach: () => void;
}

function LotView({ lot, signedIn, deal, isVisitor, untrusted, onReach }: LotViewProps) {
  const [params] = useSearchParams();
  const { isAdmin } = useSession();
  const brief = params.get("isBriefMode") === "true";
  const connection = useConnectionStatus();
  const staleSince = useStaleSince(connection);
  const pending = usePendingBet(lot.id);
  const bidSection = useBidFocus();
  const props: DealProps = {
    lot,
    deal,
    stand: standOn(lot, signedIn),
    isVisitor,
    untrusted,
    pending,
    connection,
  };
  const myParticipant = signedIn ? lot.myParticipant : null;
  useSpokenChanges(lot, myParticipant);

  const author = authorOf(lot);
  const title = typeset(lot.titleRu || "Без названия");
  const pictures = lot.gallery.images.length > 0 ? lot.gallery.images : lot.img ? [lot.img] : [];
  const actions = brief ? null : <DealActions {...props} />;
  const hasActions = !brief && deal.kind !== "hidden";
  const hasPaybar = !brief && (hasActions || lot.isBiddingOver);

  return (
    <div className={`page ${hasPaybar ? css.withPaybar : ""}`}>
      <div className={css.top}>
        <Breadcrumbs crumbs={crumbsOf(lot)} short />
        {lot.catalogId !== null && <LotSwitcher lot={lot} catalogId={lot.catalogId} />}
      </div>
      <div className={css.lot}>
        <Stage pictures={pictures} alt={workOf(lot)} badge={lot.top > 0 ? <TopBadge /> : undefined} />
        <section aria-label="Лот">
          <p className="eyebrow">
            <Link className="link" to={houseUrl({ id: lot.houseId, nameRu: lot.houseNameRu })}>
              {lot.houseNameRu}
            </Link>
            {lot.catalogType !== null && ` · ${catalogTypeLabel[lot.catalogType]}`}
          </p>
          <h1 className={css.by}>{author || title}</h1>
          <p className={css.what}>
            {[author ? title : null, lot.period || "Период не указан"].filter(Boolean).join(". ")}
          </p>
          <Counters lot={lot} />
          <div className={css.deal}>
            <LotClock lot={lot} />
            <div className={css.part}>
              <PriceBlock lot={lot} staleSince={staleSince} />
              {!brief && <MyStand {...props} />}
            </div>
            <section
              ref={bidSection}
              className={css.part}
              aria-label="Действия"
              onPointerEnter={onReach}
              onPointerDown={onReach}
              onFocus={onReach}
            >
              {actions}
              {!brief && (
                <div className={css.tools}>
                  <FavouriteButton lot={lot} withLabel />
                  {!lot.isBiddingOver && !isOffer(lot) && <SubscribeButton lot={lot} />}
                  <CopyLink path={lotUrl(lot)} />
                  <LotPdf lot={lot} />
                  {isAdmin && !isOffer(lot) && lot.catalogId !== null && (
                    <Button component={Link} variant="quiet" size="sm" to={lotBetsUrl(lot.id)}>
                      История ставок
                    </Button>
                  )}
                </div>
              )}
              {hasActions && deal.kind !== "offer" && !lot.isBiddingOver && (
                <ConnectionBadge status={connection} />
              )}
            </section>
          </div>
        </section>
      </div>
      <div className={`section ${css.lot}`}>
        <div>
          <LotFacts lot={lot} />
          <LotScale lot={lot} />
        </div>
        {!isOffer(lot) && lot.catalogId !== null && <BetsHistory lot={lot} myParticipant={myParticipant} />}
      </div>
      {/* Fixed to the bottom of the screen, but placed before the other lots in tab and reading order. */}
      {!brief && <Paybar {...props} />}
      <WhenNear key={lot.id}>
        <PanelBoundary resetKey={lot.id}>
          <AuthorPanel lot={lot} isBrief={brief} />
        </PanelBoundary>
        <HousePanel lot={lot} />
        {!brief && (
          <WhenNear>
            <PanelBoundary resetKey={lot.id}>
              <OtherLots lot={lot} />
            </PanelBoundary>
          </WhenNear>
        )}
      </WhenNear>
    </div>
  );
}

function crumbsOf(lot: Lot): Crumb[] {
  const number = lot.catalogLotId === null ? lot.titleRu || "Без названия" : `Лот ${lot.catalogLotId}`;
  const sale: Crumb[] = lot.catalog
    ? [
        { label: "Онлайн аукционы", to: "/auctions" },
        { label: lot.catalog.title, to: `${auctionUrl(lot.catalog)}?viewType=catalog` },
      ]
    : [{ label: "Лоты", to: "/lots" }];
  return [{ label: "Главная", to: "/" }, ...sale, { label: number }];
}
