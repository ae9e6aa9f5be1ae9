import { use } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { EmptyState } from "../EmptyState/EmptyState";
import { PageFault } from "./Fault";
import { MissingPage, type WayOut } from "./missing";

/** The error page of a route. The shell around it stays. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  // The page's script is gone because a newer version was deployed: a reload fetches it.
  return <PageFault error={error} retry={() => location.reload()} />;
}

/** A page that does not exist. `way` leads on better than the start of the site, or of the staff's frame around it. */
export function NotFound({ way }: { way?: WayOut }) {
  const ofFrame = use(MissingPage);
  if (ofFrame) return ofFrame(way);
  return (
    <div className="page section">
      <EmptyState
        isPage
        title="Страница не найдена"
        action={way ?? { label: "Смотреть аукционы", to: "/auctions" }}
      >
        Возможно, адрес набран с ошибкой или страница переехала.
      </EmptyState>
    </div>
  );
}
