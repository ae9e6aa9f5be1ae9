import type { QueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { type RouteObject, useRoutes } from "react-router";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { NavigationRouter } from "@/lib/navigation/NavigationRouter";
import type { Navigation } from "@/lib/navigation/navigation";
import { Providers } from "./Providers";
import { loadPage } from "./routes";
import { shapeOf } from "./shell/shape";

interface AppProps {
  client: QueryClient;
  navigation: Navigation;
  routes: RouteObject[];
}

export function App({ client, navigation, routes }: AppProps) {
  useEffect(
    () => navigation.subscribe(({ location }) => void loadPage(routes, location)),
    [navigation, routes],
  );
  return (
    <Providers client={client}>
      <NavigationRouter navigation={navigation}>
        <Suspense fallback={<PageSkeleton shape={shapeOf(navigation.place.location.pathname)} />}>
          <Pages routes={routes} />
        </Suspense>
      </NavigationRouter>
    </Providers>
  );
}

function Pages({ routes }: Pick<AppProps, "routes">) {
  return useRoutes(routes);
}
