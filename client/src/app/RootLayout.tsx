import { Suspense } from "react";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { LoginProvider } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { ShellModeProvider } from "@/lib/shell";
import { useVisitor } from "@/trade/live/useVisitor";
import { Dialogs } from "./Dialogs";
import { Shell } from "./shell/Shell";

const Notices = lazyPart(() => import("./Notices"));
const NearLots = lazyPart(() => import("./NearLots"));

/** The providers inside the router: what they show may link and navigate. */
export function RootLayout() {
  return (
    <LoginProvider>
      <ShellModeProvider>
        <Dialogs>
          <Shell />
          <Own />
        </Dialogs>
      </ShellModeProvider>
    </LoginProvider>
  );
}

/** Keeps the sockets on the viewer. Only a signed-in user has notices, and lots to wait for. */
function Own() {
  const { user } = useSession();
  useVisitor();
  if (!user) return null;
  return (
    <Suspense fallback={null}>
      <Notices key={user.id} user={user} />
      <NearLots />
    </Suspense>
  );
}
