import { Suspense, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { useBrand } from "@/lib/api/queries/config";
import type { User } from "@/lib/api/types";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { count } from "@/lib/format";
import { useShellMode } from "@/lib/shell";
import { profileUrl } from "@/lib/urls";
import { useFavouriteCount } from "@/trade/api/favourites";
import { eveningUrl, favouritesUrl } from "@/trade/urls";
import { CategoryBar } from "./CategoryBar";
import css from "./Header.module.css";
import { HoverMenu } from "./HoverMenu";
import { SearchBox } from "./SearchBox";
import { holds, sections } from "./sections";
import { UserButton } from "./UserButton";

const UserMenu = lazyPart(() => import("./UserMenu"));

/** `hidden` keeps the header's space, so the page below does not jump when a room takes the whole screen. */
export function Header({ hidden }: { hidden: boolean }) {
  const brand = useBrand();
  const { openMenu } = useShellMode();
  const { pathname } = useLocation();
  return (
    <header className={css.header} data-site data-hidden={hidden || undefined}>
      <div className="page">
        <div className={css.top}>
          <IconButton icon="menu" label="Меню" onClick={openMenu} className={css.burger} />
          <Link className={css.brand} to="/">
            {brand}
          </Link>
          <nav className={css.nav} aria-label="Разделы">
            {sections.map((section) =>
              section.items ? (
                <HoverMenu
                  key={section.to}
                  label={section.label}
                  to={section.to}
                  end
                  isHere={holds(section, pathname)}
                >
                  <ul className={css.submenu}>
                    {section.items.map((item) => (
                      <li key={item.to}>
                        <NavLink to={item.to} end>
                          {item.label}
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                </HoverMenu>
              ) : (
                <NavLink key={section.to} to={section.to} data-here={holds(section, pathname) || undefined}>
                  {section.label}
                </NavLink>
              ),
            )}
          </nav>
          <div className={css.tools}>
            <SearchBox disabled={hidden} />
            <Account />
          </div>
        </div>
        <CategoryBar />
      </div>
    </header>
  );
}

function Account() {
  const { user, initialized } = useSession();
  const { open } = useLogin();
  const favourites = useFavouriteCount();
  if (!initialized) return <span className={css.accountGap} aria-hidden="true" />;
  if (!user) {
    return (
      <>
        <span className="only-wide">
          <Button size="sm" leftSection={<Icon name="user" />} onClick={() => open()}>
            Войти
          </Button>
        </span>
        <span className="only-phone">
          <IconButton icon="user" label="Войти" onClick={() => open()} />
        </span>
      </>
    );
  }
  return (
    <>
      <span className={css.evening}>
        <IconButton icon="today" label="Мой вечер" to={eveningUrl} />
      </span>
      <span className="only-wide">
        <IconButton
          icon="heart"
          label={`Избранное, ${count(favourites, ["лот", "лота", "лотов"])}`}
          to={favouritesUrl}
          badge={favourites}
        />
      </span>
      <span className="only-wide">
        <UserPlace key={user.id} user={user} />
      </span>
      <span className="only-phone">
        <IconButton icon="user" label="Личный кабинет" to={profileUrl} />
      </span>
    </>
  );
}

/** The user's menu. Pressing its button before the menu is loaded opens it as soon as it is. */
function UserPlace({ user }: { user: User }) {
  const [pressed, setPressed] = useState(false);
  const button = <UserButton name={user.displayName} aria-haspopup="menu" onClick={() => setPressed(true)} />;
  return (
    <Suspense fallback={button}>
      <UserMenu user={user} isPressed={pressed} />
    </Suspense>
  );
}
