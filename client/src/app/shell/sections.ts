export interface Section {
  label: string;
  to: string;
  items?: readonly { label: string; to: string }[];
  /** Other pages of the section. */
  pages?: RegExp;
}

/** Whether the page at this path belongs to the section. */
export const holds = ({ to, items, pages }: Section, path: string): boolean =>
  [to, ...(items ?? []).map((item) => item.to)].includes(path.replace(/\/+$/, "")) ||
  (pages?.test(path) ?? false);

/** The site's sections, as the header and the drawer show them. */
export const sections: readonly Section[] = [
  {
    label: "Аукционы",
    to: "/auctions",
    items: [
      { label: "Все аукционы", to: "/auctions" },
      { label: "Будущие", to: "/auctions/future" },
      { label: "Классические", to: "/auctions/classic" },
      { label: "Параллельные", to: "/auctions/parallel" },
    ],
    pages: /^\/auction\//,
  },
  {
    label: "Аукционные дома",
    to: "/auctionHouses-all",
    pages: /^\/auction-house\/(?!\d+\/gallery\/)/,
  },
  {
    label: "Галереи",
    to: "/galleries",
    items: [
      { label: "Все галереи", to: "/galleries" },
      { label: "Художественные", to: "/galleries/artistic" },
      { label: "Антикварные", to: "/galleries/antique" },
      { label: "Ювелирные", to: "/galleries/jewelry" },
      { label: "Современные", to: "/galleries/modern" },
    ],
    pages: /^\/auction-house\/\d+\/gallery\//,
  },
  { label: "Купить сейчас", to: "/buy" },
  { label: "Новости", to: "/news", pages: /^\/news\// },
  { label: "Результаты", to: "/auctions/results" },
];

/** Help, and what the site is. */
export const infoLinks = [
  { label: "Вопросы и ответы", to: "/faq" },
  { label: "Глоссарий", to: "/glossary" },
  { label: "Мобильное приложение", to: "/mobile-app" },
  { label: "О площадке", to: "/about" },
  { label: "Партнёры", to: "/partners" },
] as const;
