import type { ComponentType } from "react";
import type { NonIndexRouteObject, RouteObject } from "react-router";
import { NotFound, RouteError } from "@/components/ErrorBoundary/RouteError";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { adminFrame, houseFrame } from "./frames";
import { RootLayout } from "./RootLayout";

/** A lazily loaded page with an error boundary, and a skeleton while the first page loads. */
function page(path: string, load: () => Promise<{ default: ComponentType }>): NonIndexRouteObject {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
    ErrorBoundary: RouteError,
    HydrateFallback: PageSkeleton,
  };
}

const auctions = () => import("@/features/auctions/components/AuctionsPage");
const auction = () => import("./pages/AuctionPage");
const lot = () => import("@/features/lot/components/LotPage");
const category = () => import("@/features/lots/components/CategoryPage");
const artist = () => import("@/features/artist/components/ArtistPage");
const house = () => import("./pages/HousePage");
const galleries = () => import("@/features/house/components/GalleriesPage");
const account = () => import("@/features/account/components/AccountPage");
const newsroom = () => import("@/features/newsroom/components/NewsroomPage");
const article = () => import("@/features/newsroom/components/ArticlePage");
const newsArticle = () => import("@/features/news/components/NewsArticlePage");

export const routes: RouteObject[] = [
  // Outside the layout: a projector must show neither menus nor the operator's private notices.
  page("/auction/:id/hall", () => import("@/features/hall/components/HallPage")),
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
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
      page("/lot/:id", lot),
      page("/lot/:id/:slug", lot),
      page("/auction/:id", auction),
      page("/auction/:id/:slug", auction),
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
      page("/faq", () => import("@/features/info/components/FaqPage")),
      page("/faq/:id/:slug", () => import("@/features/info/components/FaqPage")),
      page("/glossary", () => import("@/features/info/components/GlossaryPage")),
      page("/partners", () => import("@/features/info/components/PartnersPage")),
      page("/mobile-app", () => import("@/features/info/components/MobileAppPage")),
      page("/news", () => import("@/features/news/components/NewsPage")),
      page("/news/:id", newsArticle),
      page("/news/:id/:slug", newsArticle),
      page("/help/:guide", () => import("@/features/help/components/GuidePage")),
      {
        ...page("/house-account/:houseId", () => import("@/features/house-cabinet/components/HouseCabinet")),
        handle: houseFrame,
        children: [
          page("", () => import("@/features/house-cabinet/components/CabinetStart")),
          page("today", () => import("@/features/house-cabinet/components/TodayPage")),
          page("catalogs", () => import("@/features/house-cabinet/components/CatalogsPage")),
          page("catalogs/:catalogId", () => import("@/features/house-cabinet/components/CatalogPage")),
          page("profile", () => import("@/features/house-cabinet/components/ProfilePage")),
          page("staff", () => import("@/features/house-cabinet/components/StaffMembersPage")),
          page("untrusted", () => import("@/features/house-cabinet/components/UntrustedPage")),
          page("orders", () => import("@/features/house-cabinet/components/OrdersPage")),
          page("lots", () => import("@/features/house-lots/components/HouseLotsPage")),
          page("lots/:lotId", () => import("@/features/house-lots/components/HouseLotPage")),
          page("import", () => import("@/features/house-import/components/HouseImportPage")),
          page("results", () => import("@/features/house-results/components/HouseResultsPage")),
          page("queries", () => import("@/features/house-queries/components/HouseQueriesPage")),
          page("news", newsroom),
          page("news/:newsId", article),
          { path: "*", Component: NotFound },
        ],
      },
      {
        ...page("/admin", () => import("@/features/admin/components/AdminArea")),
        handle: adminFrame,
        children: [
          page("", () => import("@/features/admin/components/AdminStart")),
          page("users", () => import("@/features/admin/components/AdminUsers")),
          page("users/merge", () => import("@/features/admin/components/AccountMerge")),
          page("houses", () => import("@/features/admin/components/AdminHouses")),
          page("news", newsroom),
          page("news/:newsId", article),
          page("galleries", () => import("@/features/admin/components/AdminGalleries")),
          page("artists", () => import("@/features/admin/components/AdminArtists")),
          page("artists/merge", () => import("@/features/admin/components/ArtistMerge")),
          page("tokens", () => import("@/features/admin/components/AdminTokens")),
          page("banners", () => import("@/features/admin/components/AdminBanners")),
          page("staff", () => import("@/features/admin/components/AdminStaff")),
          page("journal", () => import("@/features/admin/components/AdminJournal")),
          page("help", () => import("@/features/admin/components/AdminHelp")),
          page("partners", () => import("@/features/admin/components/AdminPartners")),
          page("contacts", () => import("@/features/admin/components/AdminContacts")),
          page("synonyms", () => import("@/features/admin/components/AdminSynonyms")),
          page("notices", () => import("@/features/admin/components/AdminNotices")),
          page("bets", () => import("@/features/admin/components/AdminBets")),
          page(":code", () => import("@/features/admin/components/SectionByCode")),
          { path: "*", Component: NotFound },
        ],
      },
      { path: "*", Component: NotFound },
    ],
  },
];
