import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchRoutes, type NonIndexRouteObject, type Path, type RouteObject } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PageBoundary } from "@/components/ErrorBoundary/PageBoundary";
import { type LazyPage, lazyPage } from "@/lib/navigation/lazyPage";
import { RootLayout } from "./RootLayout";

type FetchPage = Parameters<typeof lazyPage>[0];

/** A page whose code is loaded when it is visited. Addresses with the same `LazyPage` keep its state between them. */
function page(path: string, source: LazyPage | FetchPage): NonIndexRouteObject {
  const { Page, load } = typeof source === "function" ? lazyPage(source) : source;
  const element = (
    <PageBoundary>
      <Page />
    </PageBoundary>
  );
  return { path, element, handle: load };
}

/**
 * Loads the code of everything at an address at once: the page, and a frame around it. With `client` also the views that
 * the page will show from its cache.
 */
export function loadPage(routes: RouteObject[], location: Path, client?: QueryClient): Promise<unknown> {
  const matches = matchRoutes(routes, location) ?? [];
  return Promise.all(matches.map(({ route }) => (route.handle as LazyPage["load"] | undefined)?.(client)));
}

type Pages = typeof import("./staffPages");

/** A page for staff. What theirs are made of is listed apart from what every visitor loads. */
const staffPage = (path: string, load: (pages: Pages) => Promise<{ default: ComponentType }>) =>
  page(path, async () => load(await import("./staffPages")));

const auctions = lazyPage(() => import("@/features/auctions/components/AuctionsPage"));
const auction = lazyPage(() => import("./pages/AuctionPage"));
const lot = lazyPage(() => import("@/features/lot/components/LotPage"));
const category = lazyPage(() => import("@/features/lots/components/CategoryPage"));
const artist = lazyPage(() => import("@/features/artist/components/ArtistPage"));
const house = lazyPage(() => import("./pages/HousePage"));
const galleries = lazyPage(() => import("@/features/house/components/GalleriesPage"));
const account = lazyPage(() => import("@/features/account/components/AccountPage"));
const faq = lazyPage(() => import("@/features/info/components/FaqPage"));
const newsArticle = lazyPage(() => import("@/features/news/components/NewsArticlePage"));

export const routes: RouteObject[] = [
  // Outside the layout: a projector must show neither menus nor the operator's private notices.
  page("/auction/:id/hall", () => import("@/features/hall/components/HallPage")),
  {
    element: (
      <PageBoundary>
        <RootLayout />
      </PageBoundary>
    ),
    children: [
      page("/", () => import("@/features/home/components/HomePage")),
      page("/auctions", auctions),
      page("/auctions/:kind", auctions),
      page("/auctionHouses-all", () => import("@/features/house/components/HousesPage")),
      page("/galleries", galleries),
      page("/galleries/:kind", galleries),
      page("/buy", () => import("@/features/lots/components/BuyPage")),
      page("/lots", () => import("@/features/lots/components/LotsPage")),
      page("/category/:code", category),
      page("/category/:code/:friendlyName", category),
      // Whatever follows the number is corrected.
      page("/lot/:id/*", lot),
      page("/auction/:id/*", auction),
      page("/auction-house/:id", house),
      page("/auction-house/:id/:slug", house),
      page("/auction-house/:id/gallery/:slug", () => import("@/features/house/components/HouseGalleryPage")),
      page("/artists", () => import("@/features/artist/components/ArtistsPage")),
      page("/artist/:id", artist),
      page("/artist/:id/:slug", artist),
      page("/evening", () => import("@/features/evening/components/EveningPage")),
      page("/account", account),
      page("/account/profile", account),
      page("/about", () => import("@/features/info/components/AboutPage")),
      page("/faq", faq),
      page("/faq/:id/*", faq),
      page("/glossary", () => import("@/features/info/components/GlossaryPage")),
      page("/partners", () => import("@/features/info/components/PartnersPage")),
      page("/mobile-app", () => import("@/features/info/components/MobileAppPage")),
      page("/news", () => import("@/features/news/components/NewsPage")),
      page("/news/:id/*", newsArticle),
      page("/help/:guide", () => import("@/features/help/components/GuidePage")),
      {
        ...staffPage("/house-account/:houseId", (pages) => pages.houseCabinet()),
        children: [
          staffPage("", (pages) => pages.cabinetStart()),
          staffPage("today", (pages) => pages.today()),
          staffPage("catalogs", (pages) => pages.salesOfHouse()),
          staffPage("catalogs/:catalogId", (pages) => pages.saleOfHouse()),
          staffPage("profile", (pages) => pages.profile()),
          staffPage("staff", (pages) => pages.staffMembers()),
          staffPage("untrusted", (pages) => pages.untrusted()),
          staffPage("orders", (pages) => pages.orders()),
          staffPage("lots", (pages) => pages.houseLots()),
          staffPage("lots/:lotId", (pages) => pages.houseLot()),
          staffPage("import", (pages) => pages.houseImport()),
          staffPage("results", (pages) => pages.houseResults()),
          staffPage("queries", (pages) => pages.houseQueries()),
          staffPage("news", (pages) => pages.newsroom()),
          staffPage("news/:newsId", (pages) => pages.article()),
          { path: "*", element: <NotFound /> },
        ],
      },
      {
        ...staffPage("/admin", (pages) => pages.adminArea()),
        children: [
          staffPage("", (pages) => pages.adminStart()),
          staffPage("users", (pages) => pages.adminUsers()),
          staffPage("users/merge", (pages) => pages.accountMerge()),
          staffPage("houses", (pages) => pages.adminHouses()),
          staffPage("news", (pages) => pages.newsroom()),
          staffPage("news/:newsId", (pages) => pages.article()),
          staffPage("galleries", (pages) => pages.adminGalleries()),
          staffPage("artists", (pages) => pages.adminArtists()),
          staffPage("artists/merge", (pages) => pages.artistMerge()),
          staffPage("tokens", (pages) => pages.adminTokens()),
          staffPage("banners", (pages) => pages.adminBanners()),
          staffPage("staff", (pages) => pages.adminStaff()),
          staffPage("journal", (pages) => pages.adminJournal()),
          staffPage("help", (pages) => pages.adminHelp()),
          staffPage("partners", (pages) => pages.adminPartners()),
          staffPage("contacts", (pages) => pages.adminContacts()),
          staffPage("synonyms", (pages) => pages.adminSynonyms()),
          staffPage("notices", (pages) => pages.adminNotices()),
          staffPage("bets", (pages) => pages.adminBets()),
          staffPage("system", (pages) => pages.adminSystem()),
          staffPage(":code", (pages) => pages.sectionByCode()),
          { path: "*", element: <NotFound /> },
        ],
      },
      { path: "*", element: <NotFound /> },
    ],
  },
];
