import { Link, useLocation } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { useSession } from "@/lib/auth/session";
import { profileUrl, secondFactorUrl } from "@/lib/urls";
import css from "./RestingRights.module.css";

/** Above every page while the user's rights rest: why they see what visitors see, and how to change that. */
export function RestingRights() {
  const { user } = useSession();
  const { pathname } = useLocation();
  // The profile says so beside the setting.
  if (!user?.mustSetSecondFactor || pathname.startsWith(profileUrl)) return null;
  return (
    <aside className={css.line} aria-label="Двухэтапный вход">
      <Icon name="warn" />
      <p>
        Пока не включён двухэтапный вход, ваши права не действуют.{" "}
        <Link className="link" to={secondFactorUrl}>
          Включить в профиле
        </Link>
      </p>
    </aside>
  );
}
