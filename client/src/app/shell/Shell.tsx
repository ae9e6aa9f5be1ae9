import { type MouseEvent, Suspense, useEffect } from "react";
import { Outlet, useLocation, useSearchParams } from "react-router";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { announce } from "@/lib/announce";
import { useSessionChanges } from "@/lib/auth/session";
import { useMoves } from "@/lib/navigation/NavigationRouter";
import { useScrollPlaces } from "@/lib/navigation/useScrollPlaces";
import { useShellMode } from "@/lib/shell";
import { useOwnFrame } from "../frames";
import { ConsentModal } from "./ConsentModal";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { RestingRights } from "./RestingRights";
import css from "./Shell.module.css";
import { SideMenu } from "./SideMenu";
import { shapeOf } from "./shape";
import { TabBar } from "./TabBar";

const PullToRefresh = lazyPart(() => import("./PullToRefresh"));

/** Everything around a page. */
export function Shell() {
  const { bare } = useShellMode();
  const ownFrame = useOwnFrame();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { isLoading } = useMoves();
  useSessionChanges();
  useAnnouncedPages(pathname);
  useScrollPlaces();

  // Other sites and apps embed lot and auction pages with isBriefMode=true, without the footer.
  const brief = /^\/(lot|auction)\//.test(pathname) && params.get("isBriefMode") === "true";
  const plain = !bare && !ownFrame;
  const page = (
    <Suspense fallback={<PageSkeleton shape={shapeOf(pathname)} />}>
      <Outlet />
    </Suspense>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers list it among the links, where it is looked for */}
      <a className={css.skip} href="#main" onClick={toContent}>
        К содержанию
      </a>
      <RestingRights />
      {!ownFrame && <Header hidden={bare} />}
      {isLoading && <div className={css.progress} aria-hidden="true" />}
      {ownFrame ? (
        page
      ) : (
        <main id="main" tabIndex={-1} className={css.main}>
          {page}
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
    </>
  );
}

/** The browser itself would make an entry in the history of which the navigation does not know. */
function toContent(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.focus();
  main?.scrollIntoView();
}

/** Announces a new page to screen readers by its title, which the page's own effects set first. */
function useAnnouncedPages(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it a new page
  useEffect(() => {
    const timer = setTimeout(() => announce(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);
}
