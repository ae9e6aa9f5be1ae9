import { StrictMode, startTransition, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { repeatEarlyPress } from "@/app/earlyPress";
import { takeFirstAnswers } from "@/app/firstAnswers";
import { createQueryClient } from "@/app/queryClient";
import { loadPage, routes } from "@/app/routes";
import { applyLateStyles } from "@/app/theme/lateStyles";
import { browserNavigation } from "@/lib/navigation/navigation";
import { nextTask } from "@/lib/nextTask";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const container = root;
const client = createQueryClient();
const navigation = browserNavigation();

/** Once the app has taken the first screen's place, on which the visitor may press until then. */
function Started() {
  useEffect(() => repeatEarlyPress(container), []);
  return null;
}

// In a transition, which React interrupts for what the visitor does meanwhile.
const render = () =>
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App client={client} navigation={navigation} routes={routes} />
        <Started />
      </StrictMode>,
    ),
  );

/**
 * Renders the app. The server's first screen stays until the page's code, styles and data have loaded, so that no skeleton
 * appears in between. Yields between steps, so that the page keeps responding.
 */
async function start(): Promise<void> {
  await nextTask();
  const styled = applyLateStyles();
  const { location } = navigation.place;
  const page = container.childElementCount > 0 && loadPage(routes, location);
  await nextTask();
  const answered = takeFirstAnswers(client);
  await Promise.all([styled, page, page && answered]);
  if (page) await loadPage(routes, location, client);
  render();
}

void start();
