import { NavLink, useLocation, useNavigate } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useShellMode } from "@/lib/shell";
import { profileUrl } from "@/lib/urls";
import { favouritesUrl } from "@/trade/urls";
import css from "./TabBar.module.css";

/** The phone's bottom bar. For a visitor, favourites and the account open the sign-in first. */
export function TabBar() {
  const navigate = useNavigate();
  const requireLogin = useRequireLogin();
  const { openMenu } = useShellMode();
  const { pathname, search, key } = useLocation();
  const favourites = pathname.startsWith("/account") && new URLSearchParams(search).get("p") === "favourite";
  const account = pathname.startsWith("/account") && !favourites;
  // On the first page of a visit «Назад» leads home.
  const back = () => (key === "default" ? navigate("/") : navigate(-1));
  return (
    <nav className={`phone-bar only-phone ${css.bar}`} aria-label="Быстрые переходы">
      <button type="button" onClick={back}>
        <Icon name="left" />
        Назад
      </button>
      <button type="button" onClick={openMenu}>
        <Icon name="grid" />
        Категории
      </button>
      <NavLink to="/" end>
        <Icon name="home" />
        Главная
      </NavLink>
      <button
        type="button"
        aria-current={favourites ? "page" : undefined}
        onClick={() => requireLogin(() => navigate(favouritesUrl))}
      >
        <Icon name="heart" />
        Избранное
      </button>
      <button
        type="button"
        aria-current={account ? "page" : undefined}
        onClick={() => requireLogin(() => navigate(profileUrl))}
      >
        <Icon name="user" />
        Кабинет
      </button>
    </nav>
  );
}
