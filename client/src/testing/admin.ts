import type { AccountInfo, Artist, Banner, JournalRecord, Partner } from "@/lib/api/types";
import { at, DAY, HOUR, PERSON } from "./factories";

export function makeAccount(extra: Partial<AccountInfo> = {}): AccountInfo {
  return {
    id: 12,
    ...PERSON,
    auctioneerOfCatalogs: [],
    created: at(-90 * DAY),
    lastSeen: at(-HOUR),
    deleted: null,
    restorableUntil: null,
    mergedInto: null,
    ...extra,
  };
}

export function makeArtist(extra: Partial<Artist> = {}): Artist {
  return {
    id: 214,
    name: "Николай Сабуров",
    lifeYears: null,
    logo: { previewId: null },
    images: [],
    work: null,
    lotsCount: 41,
    offeredCount: 12,
    soldCount: 20,
    biography: null,
    ...extra,
  };
}

export function makeBanner(extra: Partial<Banner> = {}): Banner {
  return {
    id: 1,
    title: "Осенние торги",
    link: "/auctions",
    position: 0,
    from: null,
    to: null,
    visible: true,
    image: {
      id: "00000000-0000-4000-8000-000000000001",
      width: 1312,
      height: 280,
      alt: null,
      icon: "/api/banner/image/1/?size=icon",
      preview: "/api/banner/image/1/?size=preview",
      full: "/api/banner/image/1/?size=full",
    },
    created: at(-DAY),
    ...extra,
  };
}

export function makePartner(extra: Partial<Partner> = {}): Partner {
  return {
    id: 1,
    name: "Музей часов",
    description: "Экспертиза механизмов.\nКаждый четверг",
    link: "https://museum.example",
    position: 0,
    visible: true,
    image: null,
    created: at(-DAY),
    ...extra,
  };
}

export function makeRecord(extra: Partial<JournalRecord> = {}): JournalRecord {
  return {
    id: 1,
    at: at(-HOUR),
    accountId: 3,
    accountName: "Игорь Савельев",
    address: "192.0.2.1",
    requestId: "r-1",
    eventId: 402,
    eventName: "Лот изменён",
    subjectId: 18,
    catalogId: null,
    catalogTitle: null,
    catalogCurrency: null,
    isRehearsal: false,
    lots: [],
    before: { price: { start: 220_000 }, titleRu: "Закат" },
    after: { price: { start: 240_000 }, titleRu: "Закат" },
    ...extra,
  };
}
