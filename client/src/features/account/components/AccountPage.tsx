import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useSearchParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { withMantine } from "@/components/Mantine/Mantine";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { SignInFirst } from "@/components/SignInFirst/SignInFirst";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import type { User } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { initialsOf, plural, thousands } from "@/lib/format";
import { profileUrl } from "@/lib/urls";
import { useChosenInView } from "@/lib/useChosenInView";
import { usePageTitle } from "@/lib/usePageTitle";
import { useFavouriteCount } from "@/trade/api/favourites";
import { useMyHouses } from "@/trade/api/myHouses";
import { favouritesUrl, priceQueriesUrl } from "@/trade/urls";
import { unreadOptions } from "../api/messages";
import css from "./account.module.css";
import { Messages } from "./Messages";
import { MyAbsentee } from "./MyAbsentee";
import { MyBets } from "./MyBets";
import { MyData } from "./MyData";
import { MyFavourites } from "./MyFavourites";
import { MyQueries } from "./MyQueries";
import { MyRegistrations } from "./MyRegistrations";
import { NotificationSettings } from "./NotificationSettings";
import { Profile } from "./Profile";
import { Subscriptions } from "./Subscriptions";

type Tab =
  | "profile"
  | "bets"
  | "absentee"
  | "favourite"
  | "subscriptions"
  | "messages"
  | "queries"
  | "registrations"
  | "notify"
  | "data";

const TABS: readonly { tab: Tab; label: string; to: string }[] = [
  { tab: "profile", label: "Профиль", to: profileUrl },
  { tab: "bets", label: "Мои ставки", to: "/account" },
  { tab: "absentee", label: "Заочные ставки", to: "/account?p=absentee" },
  { tab: "favourite", label: "Избранное", to: favouritesUrl },
  { tab: "subscriptions", label: "Подписки", to: "/account?p=subscriptions" },
  { tab: "messages", label: "Сообщения", to: "/account?p=messages" },
  { tab: "queries", label: "Запросы цен", to: priceQueriesUrl },
  { tab: "registrations", label: "Регистрации", to: "/account?p=registrations" },
  { tab: "notify", label: "Уведомления", to: "/account?p=notify" },
  { tab: "data", label: "Согласия и данные", to: "/account?p=data" },
];

const UNREAD = ["непрочитанное", "непрочитанных", "непрочитанных"] as const;

/** The section of an address; null for none. */
function tabOf(pathname: string, p: string | null): Tab | null {
  if (pathname.startsWith(profileUrl)) return "profile";
  if (p === null) return "bets";
  return TABS.find(({ tab }) => tab === p)?.tab ?? null;
}

/** The account. A visitor signs in first and stays here afterwards. */
function AccountPage() {
  const { user, initialized } = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const tab = tabOf(pathname, params.get("p"));
  const title = TABS.find((t) => t.tab === tab)?.label ?? "";
  usePageTitle(title);

  if (tab === null) return <NotFound />;
  if (!initialized) return <PageSkeleton shape="account" />;
  if (!user) {
    return (
      <SignInFirst title="Личный кабинет">
        Войдите, чтобы видеть свои ставки, избранное и регистрации.
      </SignInFirst>
    );
  }
  return (
    <div className={`page ${css.cabinet}`}>
      <AccountNav user={user} tab={tab} />
      <section aria-labelledby="account-title">
        <h1 className={css.title} id="account-title">
          {title}
        </h1>
        {tab === "bets" && <MyBets user={user} />}
        {tab === "absentee" && <MyAbsentee />}
        {tab === "favourite" && <MyFavourites />}
        {tab === "subscriptions" && <Subscriptions user={user} />}
        {tab === "messages" && <Messages />}
        {tab === "queries" && <MyQueries />}
        {tab === "registrations" && <MyRegistrations />}
        {tab === "profile" && <Profile user={user} />}
        {tab === "notify" && <NotificationSettings user={user} />}
        {tab === "data" && <MyData user={user} />}
      </section>
    </div>
  );
}

function AccountNav({ user, tab }: { user: User; tab: Tab }) {
  const favourites = useFavouriteCount();
  const { data: unread } = useQuery(unreadOptions());
  // On a phone the sections form one scrolling row, which grows as the counts load.
  const nav = useChosenInView<HTMLElement>(`${tab} ${favourites} ${unread}`);
  return (
    <nav className={css.nav} aria-label="Кабинет" ref={nav}>
      <div className={css.owner}>
        <span className={css.face} data-small>
          <SquarePicture
            owner="accounts"
            id={user.photo.iconId}
            side={44}
            fallback={<span aria-hidden="true">{initialsOf(user.displayName)}</span>}
          />
        </span>
        <b>{user.displayName}</b>
      </div>
      {TABS.map(({ tab: own, label, to }) => (
        <Link key={own} to={to} aria-current={own === tab ? "page" : undefined}>
          {label}
          {own === "favourite" && favourites > 0 && <span className="num">{thousands(favourites)}</span>}
          {own === "messages" && unread !== undefined && unread > 0 && (
            <span className="num">
              {thousands(unread)}
              <span className="sr">{` ${plural(unread, UNREAD)}`}</span>
            </span>
          )}
        </Link>
      ))}
      <StaffLinks user={user} />
    </nav>
  );
}

/** The cabinets of the user's houses, and for an admin the admin area. */
function StaffLinks({ user }: { user: User }) {
  const houses = useMyHouses(user);
  return (
    <>
      {user.isAdmin && <Link to="/admin">Администрирование</Link>}
      {houses.map(({ id, nameRu }) => (
        <Link key={id} to={`/house-account/${id}`}>
          {nameRu}
        </Link>
      ))}
    </>
  );
}

export default withMantine(AccountPage);
