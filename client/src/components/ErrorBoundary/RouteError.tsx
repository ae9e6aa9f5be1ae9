import { isRouteErrorResponse, useRouteError } from "react-router";
import { EmptyState } from "../EmptyState/EmptyState";
import { PageFault } from "./Fault";

/** The error page of a route. The shell around it stays. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  // The page's script is gone because a newer version was deployed: a reload fetches it.
  return <PageFault error={error} retry={() => location.reload()} />;
}

export function NotFound() {
  return (
    <div className="page section">
      <EmptyState isPage title="Страница не найдена" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
        Возможно, адрес набран с ошибкой или страница переехала.
      </EmptyState>
    </div>
  );
}
