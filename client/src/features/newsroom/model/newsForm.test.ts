import { expect, it } from "vitest";
import type { News } from "@/lib/api/types";
import { NewsType } from "@/lib/news";
import { EMPTY_NEWS, faultsOf, requestOf, valuesOf } from "./newsForm";

const news: News = {
  id: 5,
  houseId: 1,
  houseNameRu: "Дом",
  newsType: NewsType.Events,
  slug: "osen",
  title: "Осень",
  summary: null,
  content: "<p>Текст</p>",
  source: null,
  info: null,
  keywords: null,
  author: null,
  image: { previewId: null },
  publisherId: 7,
  created: "2026-11-01T10:00:00.000Z",
  published: "2026-11-21T11:32:07.000Z",
};

it("gives a draft no time", () => {
  expect(requestOf({ ...EMPTY_NEWS, title: "Осень", content: "<p>Текст</p>" }, 1, null).published).toBeNull();
});

it("keeps the address and the exact time of an article that stays published", () => {
  expect(requestOf(valuesOf(news), 1, news)).toMatchObject({
    id: 5,
    slug: "osen",
    newsType: NewsType.Events,
    published: "2026-11-21T11:32:07.000Z",
    summary: null,
  });
  const later = { ...valuesOf(news), published: "2026-12-01T12:00" };
  expect(requestOf(later, 1, news).published).toBe("2026-12-01T09:00:00.000Z");
});

it("needs a title and a text", () => {
  expect(Object.keys(faultsOf(EMPTY_NEWS))).toEqual(["title", "content"]);
});
