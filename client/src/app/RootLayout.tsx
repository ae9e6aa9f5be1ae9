import { LoginProvider } from "@/lib/auth/LoginProvider";
import { ShellModeProvider } from "@/lib/shell";
import { Dialogs } from "./Dialogs";
import { Realtime } from "./Realtime";
import { Shell } from "./shell/Shell";

/** The providers inside the router: what they show may link and navigate. */
export function RootLayout() {
  return (
    <LoginProvider>
      <ShellModeProvider>
        <Dialogs>
          <Shell />
          <Realtime />
        </Dialogs>
      </ShellModeProvider>
    </LoginProvider>
  );
}
