import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PageBoundary } from "@/components/ErrorBoundary/PageBoundary";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { isStatus } from "@/lib/api/errors";
import type { Catalog, CatalogShort, User } from "@/lib/api/types";
import { sessionOptions, useSession } from "@/lib/auth/session";
import { serverNow, useServerNow } from "@/lib/clock";
import { lazyPage } from "@/lib/navigation/lazyPage";
import { useBareShell } from "@/lib/shell";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { useRegistrationLoading } from "@/trade/api/registration";
import { useLotActions } from "@/trade/bidding/LotActions";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { RehearsalOver } from "@/trade/components/Rehearsal/RehearsalOver";
import { CatalogType } from "@/trade/enums";
import { isStaffOf } from "@/trade/rules/staff";
import { isLive } from "@/trade/rules/trading";
import { auctionUrl } from "@/trade/urls";
import { RoomSkeleton } from "./RoomSkeleton";

// Each view is loaded alone; only those who conduct a sale load the console.
const CatalogView = lazyPage(() => import("@/features/auction/components/CatalogPage"));
const AuctionLots = lazyPage(() => import("@/features/lots/components/AuctionLots"));
const LiveRoom = lazyPage(() => import("@/features/room/components/LiveRoom"));
const Console = lazyPage(() => import("@/features/console/components/ConsolePage"));
const SignIn = lazyPage(async () => ({
  default: (await import("@/components/SignInFirst/SignInFirst")).SignInFirst,
}));

const DESK = "Пульт аукциониста";

type View = "room" | "console" | "signIn" | "catalog";

const VIEWS: Record<View, readonly { load: () => Promise<void> }[]> = {
  room: [LiveRoom],
  console: [Console],
  signIn: [SignIn],
  catalog: [CatalogView, AuctionLots],
};

/** Loads the code of what the sale at this address shows now, if the cache has the sale. */
export async function loadViews(client: QueryClient): Promise<void> {
  const catalogId = Number(/\/auction\/(\d+)/.exec(location.pathname)?.[1]);
  const catalog = client.getQueryData(catalogOptions(catalogId).queryKey);
  if (!catalog) return;
  const view = viewOf(
    catalog,
    client.getQueryData(sessionOptions().queryKey) === null,
    new URLSearchParams(location.search).get("viewType"),
    serverNow(),
  );
  await Promise.all(VIEWS[view].map(({ load }) => load()));
}

/**
 * An auction: the live room of a classic sale from 15 minutes before its start, the desk for its auctioneers (other
 * controllers add `viewType=console`), and otherwise, or with `viewType=catalog`, its lots.
 */
export default function AuctionPage() {
  const { id } = useParams();
  const catalogId = Number(id);
  const valid = Number.isSafeInteger(catalogId) && catalogId > 0;
  const query = useQuery({ ...catalogOptions(catalogId), enabled: valid });
  const { user, initialized } = useSession();
  const [params] = useSearchParams();
  const now = useServerNow(1000);

  const catalog = query.data;
  const client = useQueryClient();
  const known = catalog ?? listed(client, catalogId);
  const wanted = params.get("viewType");
  // Most people who ask for the console get it, so the header, which would then vanish, is not shown first.
  const asked = wanted === "console" ? "console" : "catalog";
  const view = known ? viewOf(known, initialized && !user, wanted, now) : asked;
  const isFull = view === "room" || view === "console";
  const isGone = isStatus(query.error, 404);
  useBareShell(valid && isFull && !isGone && !(query.isError && !catalog));
  usePageTitle(view === "signIn" ? DESK : (catalog?.title ?? null));
  useCanonicalPath(catalog && auctionUrl(catalog));
  const { data: house } = useQuery({
    ...houseOptions(catalog?.houseId ?? 0),
    enabled: catalog !== undefined,
  });
  const { absentee } = useLotActions();
  const registrationLoading = useRegistrationLoading();
  const waits = !catalog || !initialized || (view === "catalog" && registrationLoading);
  // A skeleton while registrations load after a login would lose the scroll position.
  const [shownId, setShownId] = useState<number | null>(null);
  if (!waits && shownId !== catalogId) setShownId(catalogId);

  if (isGone && catalog && catalog.rehearsalOf !== null) return <RehearsalOver of={catalog.rehearsalOf} />;
  if (!valid || isGone) return <NotFound />;
  if (query.isError && !catalog) {
    return <PageFault error={query.error} retry={() => void query.refetch()} />;
  }
  const skeleton = isFull ? <RoomSkeleton /> : <PageSkeleton shape="sale" />;
  if (!catalog || (waits && shownId !== catalogId)) return skeleton;

  return (
    <PageBoundary resetKey={`${catalog.id}:${view}`}>
      <Suspense fallback={skeleton}>
        {view === "signIn" && <SignIn.Page title={DESK}>Войдите, чтобы открыть пульт.</SignIn.Page>}
        {view === "console" && <Console.Page catalog={catalog} house={house ?? null} />}
        {view === "room" && (
          <LiveRoom.Page
            catalog={catalog}
            house={house ?? null}
            banner={<RegistrationBanner houseId={catalog.houseId} />}
            accepted={user?.acceptedInHouseIds.includes(catalog.houseId) ?? false}
            isStaff={mayNotBid(user, catalog)}
            onAbsentee={user?.trustedInHouseIds.includes(catalog.houseId) ? absentee : undefined}
          />
        )}
        {view === "catalog" && (
          <CatalogView.Page
            catalog={catalog}
            lots={(show, isRunning) => (
              <AuctionLots.Page catalogId={catalog.id} isRunning={isRunning} show={show} />
            )}
          />
        )}
      </Suspense>
    </PageBoundary>
  );
}

type SaleFacts = CatalogShort & Partial<Pick<Catalog, "isController" | "isAuctioneer">>;

/** The sale as the list has it from which the visitor came: enough to draw the skeleton of its room. */
const listed = (client: QueryClient, id: number): CatalogShort | undefined =>
  client
    .getQueriesData<{ items: CatalogShort[] }>({ queryKey: ["catalog", "list"] })
    .flatMap(([, page]) => page?.items ?? [])
    .find((sale) => sale.id === id);

function viewOf(catalog: SaleFacts, isVisitor: boolean, wanted: string | null, now: number): View {
  if (wanted === "catalog" || catalog.catalogType !== CatalogType.Classic) return "catalog";
  if (wanted === "console" && isVisitor) return "signIn";
  if (wanted === "console" && catalog.isController) return "console";
  if (!isLive(catalog, now)) return "catalog";
  // An auctioneer lands on the desk; other staff open it from the room.
  return catalog.isAuctioneer && wanted !== "room" ? "console" : "room";
}

/** Staff of the house, admins and developers do not bid. */
function mayNotBid(user: User | null, catalog: Catalog): boolean {
  if (!user) return false;
  return user.isAdmin || isStaffOf(user, catalog.houseId, catalog.id);
}
