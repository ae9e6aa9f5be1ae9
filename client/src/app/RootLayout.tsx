import { lazy, Suspense } from "react";
import { LoginProvider } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { ShellModeProvider } from "@/lib/shell";
import { Dialogs } from "./Dialogs";
import { Realtime } from "./Realtime";
import { Shell } from "./shell/Shell";

const NearLots = lazy(() => import("./NearLots"));

/** The providers inside the router: what they show may link and navigate. */
export function RootLayout() {
  return (
    <LoginProvider>
      <ShellModeProvider>
        <Dialogs>
          <Shell />
          <Realtime />
          <OwnLots />
        </Dialogs>
      </ShellModeProvider>
    </LoginProvider>
  );
}

/** Only a signed-in user has lots to wait for. */
function OwnLots() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Suspense fallback={null}>
      <NearLots />
    </Suspense>
  );
}
