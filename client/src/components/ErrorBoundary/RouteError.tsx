import { isRouteErrorResponse, useRouteError } from "react-router";
import { EmptyState } from "../EmptyState/EmptyState";
import { Fault } from "./Fault";

/** What a route shows instead of itself when its code failed; the shell around it stays. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  // A page's script that is gone was replaced by a newer version: loading anew brings it.
  return (
    <div className="page section">
      <Fault error={error} retry={() => location.reload()} />
    </div>
  );
}

export function NotFound() {
  return (
    <div className="page section">
      <EmptyState title="Страница не найдена" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
        Возможно, адрес набран с ошибкой или страница переехала.
      </EmptyState>
    </div>
  );
}
