import { useQuery } from "@tanstack/react-query";
import { Outlet, useMatch, useParams } from "react-router";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { PanelBoundary } from "@/components/ErrorBoundary/PanelBoundary";
import { withMantine } from "@/components/Mantine/Mantine";
import { SignInFirst } from "@/components/SignInFirst/SignInFirst";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { isStatus } from "@/lib/api/errors";
import type { CatalogShort, User } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { plural } from "@/lib/format";
import { houseQueryCountsOptions } from "@/staff/api/priceQueries";
import { FrameSwitcher, StaffFrame } from "@/staff/frame/StaffFrame";
import type { RunningSale } from "@/staff/frame/sections";
import { useSessionFault } from "@/staff/frame/useSessionFault";
import { houseOptions } from "@/trade/api/catalog";
import { useMyHouses } from "@/trade/api/myHouses";
import { CatalogType } from "@/trade/enums";
import { mayDecideOrders, mayEnterHouse } from "@/trade/rules/staff";
import { auctionUrl } from "@/trade/urls";
import { allHousesOptions, houseSalesOptions, isRunning, orderCountsOptions } from "../api/cabinet";
import { cabinetUrl, houseSections } from "../model/sections";
import { HouseCommands } from "./HouseCommands";
import { NoHouse } from "./NoHouse";

/**
 * The house cabinet: its frame around the section of the address, for the house's managers and owners and for admins. Of all
 * its pages a newsmaker may open the news alone.
 */
function HouseCabinet() {
  const houseId = Number(useParams().houseId);
  const { user, initialized } = useSession();
  const { fault, retry } = useSessionFault();
  const start = useMatch("/house-account/:houseId");
  const newsroom = useMatch("/house-account/:houseId/news/*");
  const mayEnter = start || newsroom ? mayEnterHouse : mayDecideOrders;
  const allowed = user !== null && Number.isSafeInteger(houseId) && mayEnter(user, houseId);
  const { data: house, error } = useQuery({ ...houseOptions(houseId), enabled: allowed });
  if (!initialized) return <PageSkeleton shape="account" />;
  if (fault) return <PageFault error={fault} retry={retry} />;
  if (!user) return <SignInFirst title="Кабинет дома">Войдите, чтобы открыть раздел.</SignInFirst>;
  if (!allowed || isStatus(error, 404)) return <NoHouse user={user} />;
  return (
    <Cabinet
      key={houseId}
      user={user}
      houseId={houseId}
      name={house?.nameRu ?? ""}
      hasStorage={house?.isStorage ?? false}
    />
  );
}

interface CabinetProps {
  user: User;
  houseId: number;
  name: string;
  hasStorage: boolean;
}

function Cabinet({ user, houseId, name, hasStorage }: CabinetProps) {
  const decides = mayDecideOrders(user, houseId);
  const { data: orders } = useQuery({ ...orderCountsOptions(houseId), enabled: decides });
  const { data: queries } = useQuery({
    ...houseQueryCountsOptions(houseId),
    enabled: decides,
  });
  const { data: sales } = useQuery({ ...houseSalesOptions(houseId), enabled: decides });
  const mine = useMyHouses(user);
  const { data: all } = useQuery(allHousesOptions(user.isAdmin));
  const others = (user.isAdmin ? (all ?? []) : mine).filter(({ id }) => id !== houseId);
  const sections = houseSections(user, houseId, {
    orders: orders?.pending ?? 0,
    queries: queries?.created ?? 0,
    catalogs: sales?.totalCount ?? 0,
  });
  return (
    <StaffFrame
      label="Разделы кабинета"
      switcher={
        <FrameSwitcher
          title={name}
          note={[roleIn(user, houseId), more(others.length)].filter(Boolean).join(", ")}
          others={[
            ...(user.isAdmin ? [{ to: "/admin", label: "Администрирование" }] : []),
            ...others.map(({ id, nameRu: label }) => ({ to: cabinetUrl(id), label })),
          ]}
        />
      }
      sections={sections}
      running={decides ? runningOf(sales?.items ?? []) : null}
      results={(query) => (
        <HouseCommands
          user={user}
          houseId={houseId}
          hasStorage={hasStorage}
          query={query}
          sections={sections.flat()}
        />
      )}
    >
      <PanelBoundary>
        <Outlet />
      </PanelBoundary>
    </StaffFrame>
  );
}

function roleIn(user: User, houseId: number): string {
  if (user.ownerOfHouseIds.includes(houseId)) return "владелец";
  if (user.managerOfHouseIds.includes(houseId)) return "менеджер";
  return user.isAdmin ? "администратор" : "редактор новостей";
}

const more = (houses: number) =>
  houses === 0 ? null : `ещё ${houses} ${plural(houses, ["дом", "дома", "домов"])}`;

/** The running sale that is conducted, for the foot of the navigation. */
function runningOf(sales: readonly CatalogShort[]): RunningSale | null {
  const sale = sales.find(
    ({ state, catalogType }) => isRunning(state) && catalogType === CatalogType.Classic,
  );
  if (!sale) return null;
  return {
    id: sale.id,
    title: sale.title,
    place: `продано ${sale.soldCount} из\u00a0${sale.lotsCount}`,
    to: `${auctionUrl(sale)}?viewType=console`,
  };
}

export default withMantine(HouseCabinet);
