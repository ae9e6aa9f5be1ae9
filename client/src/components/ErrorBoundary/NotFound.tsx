import { use } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { MissingPage, type WayOut } from "./missing";

const AUCTIONS: WayOut = { label: "Смотреть аукционы", to: "/auctions" };

/** A page that does not exist. `way` leads on better than the start of the site, or of the staff's frame around it. */
export function NotFound({ way }: { way?: WayOut }) {
  const ofFrame = use(MissingPage);
  if (ofFrame) return ofFrame(way);
  const { label, to } = way ?? AUCTIONS;
  return (
    <div className="page section">
      <div className="stack">
        <h1>Страница не найдена</h1>
        <p className="muted">Возможно, адрес набран с ошибкой или страница переехала.</p>
        <p className="row row--wrap">
          <Button component={Link} to={to}>
            {label}
          </Button>
          <Button component={Link} variant="quiet" to="/lots">
            Искать среди лотов
          </Button>
          <Button component={Link} variant="quiet" to="/">
            На главную
          </Button>
        </p>
      </div>
    </div>
  );
}
