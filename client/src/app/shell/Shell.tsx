import { lazy, Suspense, useEffect } from "react";
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useSearchParams,
} from "react-router";
import { announce } from "@/lib/announce";
import { useSessionChanges } from "@/lib/auth/session";
import { notePlace } from "@/lib/overlays";
import { useOwnFrame, useShellMode } from "@/lib/shell";
import { ConsentModal } from "./ConsentModal";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { RestingRights } from "./RestingRights";
import css from "./Shell.module.css";
import { SideMenu } from "./SideMenu";
import { TabBar } from "./TabBar";

const PullToRefresh = lazy(() => import("./PullToRefresh"));

/** Everything around a page. */
export function Shell() {
  const { bare } = useShellMode();
  const ownFrame = useOwnFrame();
  const location = useLocation();
  const { pathname } = location;
  const [params] = useSearchParams();
  const navigation = useNavigation();
  useSessionChanges();
  useAnnouncedPages(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any new address is a new place in the history
  useEffect(notePlace, [location]);

  // Other sites and apps embed lot and auction pages with isBriefMode=true, without the footer.
  const brief = /^\/(lot|auction)\//.test(pathname) && params.get("isBriefMode") === "true";
  const plain = !bare && !ownFrame;
  return (
    <>
      <a className={css.skip} href="#main">
        К содержанию
      </a>
      <RestingRights />
      {!ownFrame && <Header hidden={bare} />}
      {navigation.state === "loading" && <div className={css.progress} aria-hidden="true" />}
      {ownFrame ? (
        <Outlet />
      ) : (
        <main id="main" tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
      )}
      {plain && !brief && <Footer />}
      {plain && <TabBar />}
      {plain && navigator.maxTouchPoints > 0 && (
        <Suspense fallback={null}>
          <PullToRefresh />
        </Suspense>
      )}
      <SideMenu />
      <ConsentModal />
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/** The key of a page's scroll position. Every page opened by its address has the same location key, so its address tells it apart. */
const placeOf = ({ key, pathname, search }: Location) => (key === "default" ? pathname + search : key);

/** Announces a new page to screen readers by its title, which the page's own effects set first. */
function useAnnouncedPages(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it a new page
  useEffect(() => {
    const timer = setTimeout(() => announce(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);
}
