import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { App } from "@/app/App";
import { takeFirstAnswers } from "@/app/firstAnswers";
import { createQueryClient } from "@/app/queryClient";
import { routes } from "@/app/routes";
import { applyLateStyles } from "@/app/theme/lateStyles";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const container = root;
const client = createQueryClient();
takeFirstAnswers(client);
const router = createBrowserRouter(routes);

const render = () =>
  createRoot(container).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );

// The first screen that the server wrote stays until the page's own code and styles are there, so that no skeleton comes between.
const styled = applyLateStyles();
const loaded =
  container.childElementCount === 0 ||
  router.state.initialized ||
  new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
void Promise.all([styled, loaded]).then(render);
