import { useEffect } from "react";
import { announce } from "@/lib/announce";
import { useSessionChanges } from "@/lib/auth/session";
import { notePlace } from "@/lib/overlays";
import { Outlet, ScrollRestoration, useLocation, usePageLoads, useSearchParams } from "@/lib/router";
import { useOwnFrame, useShellMode } from "@/lib/shell";
import { ConsentModal } from "./ConsentModal";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { PullToRefresh } from "./PullToRefresh";
import { RestingRights } from "./RestingRights";
import css from "./Shell.module.css";
import { SideMenu } from "./SideMenu";
import { TabBar } from "./TabBar";

/** Everything around a page. */
export function Shell() {
  const { bare } = useShellMode();
  const ownFrame = useOwnFrame();
  const location = useLocation();
  const { pathname } = location;
  const [params] = useSearchParams();
  const loads = usePageLoads();
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
      {loads && <div className={css.progress} aria-hidden="true" />}
      {ownFrame ? (
        <Outlet />
      ) : (
        <main id="main" tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
      )}
      {plain && !brief && <Footer />}
      {plain && <TabBar />}
      {plain && <PullToRefresh />}
      <SideMenu />
      <ConsentModal />
      <ScrollRestoration />
    </>
  );
}

/** Announces a new page to screen readers by its title, which the page's own effects set first. */
function useAnnouncedPages(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it a new page
  useEffect(() => {
    const timer = setTimeout(() => announce(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);
}
