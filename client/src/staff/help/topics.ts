import { matchPath } from "react-router";

export type GuideName = "house" | "auctioneer" | "admin";

/** A heading of a guide; its id is made by `scripts/guides.ts`. */
export interface Topic {
  guide: GuideName;
  heading: string;
}

const HOUSE: Record<string, string> = {
  today: "сегодня",
  catalogs: "3-каталог",
  "catalogs/new": "3-каталог",
  "catalogs/:id": "5-проверка-и-публикация",
  lots: "таблица-лотов",
  "lots/:id": "редактор-лота",
  import: "импорт",
  orders: "6-заявки-на-участие",
  queries: "запросы-цены",
  results: "8-после-торгов",
  news: "новости",
  "news/:id": "новости",
  profile: "2-профиль-и-шаги",
  staff: "1-команда",
  untrusted: "особый-список",
};

const ADMIN: Record<string, string> = {
  users: "пользователи",
  "users/merge": "пользователи",
  houses: "аукционные-дома",
  galleries: "галереи",
  artists: "художники",
  "artists/merge": "художники",
  news: "новости",
  "news/:id": "новости",
  banners: "баннеры",
  staff: "сотрудники-домов",
  tokens: "токены",
  journal: "журнал",
  help: "вопросы-и-глоссарий",
  partners: "партнёры",
  contacts: "контакты-площадки",
  synonyms: "синонимы-поиска",
  notices: "системные-сообщения",
  bets: "ставки-и-возвраты",
  system: "система",
};

/** What the console's «?» leads to. */
export const CONSOLE: Topic = { guide: "auctioneer", heading: "лот-за-лотом" };

const PAGES: readonly (readonly [pattern: string, topic: Topic])[] = [
  ...Object.entries(HOUSE).map(
    ([path, heading]) => [`/house-account/:house/${path}`, { guide: "house", heading }] as const,
  ),
  ...Object.entries(ADMIN).map(([path, heading]) => [`/admin/${path}`, { guide: "admin", heading }] as const),
];

/** All topics that some page leads to. */
export const TOPICS: readonly Topic[] = [CONSOLE, ...PAGES.map(([, topic]) => topic)];

/** What the «?» of a staff page leads to. */
export function topicOf(path: string): Topic | null {
  return PAGES.find(([pattern]) => matchPath(pattern, path))?.[1] ?? null;
}

export const helpUrl = ({ guide, heading }: Topic) => `/help/${guide}#${heading}`;
