import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { App } from "@/app/App";
import { takeFirstAnswers } from "@/app/firstAnswers";
import { createQueryClient } from "@/app/queryClient";
import { routes } from "@/app/routes";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@/app/theme/fonts.css";
import "@/app/theme/tokens.css";
import "@/app/theme/base.css";
import "@/app/theme/first.css";

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

// The first screen that the server wrote stays until the page's own code is there, so that no skeleton comes between.
if (container.childElementCount === 0 || router.state.initialized) render();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    render();
  });
}
