import { Outlet } from "react-router";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PanelBoundary } from "@/components/ErrorBoundary/PanelBoundary";
import { withMantine } from "@/components/Mantine/Mantine";
import { SignInFirst } from "@/components/SignInFirst/SignInFirst";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { useBrand } from "@/lib/api/queries/config";
import { useSession } from "@/lib/auth/session";
import { FrameSwitcher, StaffFrame } from "@/staff/frame/StaffFrame";
import { useSessionFault } from "@/staff/frame/useSessionFault";
import { useMyHouses } from "@/trade/api/myHouses";
import { adminSections } from "../model/sections";
import { AdminCommands } from "./AdminCommands";

/** The admin area: its frame around the section of the address, for admins. */
function AdminArea() {
  const { user, isAdmin, initialized } = useSession();
  const { fault, retry } = useSessionFault();
  const brand = useBrand();
  const houses = useMyHouses(user);
  if (!initialized) return <PageSkeleton shape="account" />;
  if (fault) return <PageFault error={fault} retry={retry} />;
  if (!user) return <SignInFirst title="Администрирование">Войдите, чтобы открыть раздел.</SignInFirst>;
  if (!isAdmin) return <NotFound />;
  return (
    <StaffFrame
      label="Разделы администрирования"
      switcher={
        <FrameSwitcher
          title={brand}
          note="администрирование"
          others={houses.map(({ id, nameRu }) => ({ to: `/house-account/${id}`, label: nameRu }))}
        />
      }
      sections={adminSections}
      results={(query) => <AdminCommands query={query} />}
    >
      <PanelBoundary>
        <Outlet />
      </PanelBoundary>
    </StaffFrame>
  );
}

export default withMantine(AdminArea);
