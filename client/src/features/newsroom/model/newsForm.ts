import type { News, NewsRequest } from "@/lib/api/types";
import { moscowField, ofMoscowField } from "@/lib/format";
import { NewsType, newsTypeLabel } from "@/lib/news";

export const NEWS_KINDS: readonly { value: string; label: string }[] = [
  NewsType.News,
  NewsType.Events,
  NewsType.Results,
  NewsType.Announcements,
].map((type) => ({ value: String(type), label: newsTypeLabel[type] ?? "" }));

export interface NewsValues {
  newsType: string;
  title: string;
  summary: string;
  content: string;
  source: string;
  info: string;
  keywords: string;
  author: string;
  /** Moscow time as a field takes it, `2026-11-28T19:00`; empty for a draft. */
  published: string;
}

export const EMPTY_NEWS: NewsValues = {
  newsType: String(NewsType.News),
  title: "",
  summary: "",
  content: "",
  source: "",
  info: "",
  keywords: "",
  author: "",
  published: "",
};

export const NEWS_LABELS: Readonly<Record<keyof NewsValues, string>> = {
  newsType: "Раздел",
  title: "Заголовок",
  summary: "Кратко",
  content: "Текст",
  source: "Источник",
  info: "Дополнительно",
  keywords: "Ключевые слова",
  author: "Автор",
  published: "Опубликовать (МСК)",
};

export function valuesOf(news: News): NewsValues {
  return {
    newsType: String(news.newsType),
    title: news.title,
    summary: news.summary ?? "",
    content: news.content,
    source: news.source ?? "",
    info: news.info ?? "",
    keywords: news.keywords ?? "",
    author: news.author ?? "",
    published: moscowField(news.published),
  };
}

const filled = (text: string) => (text.trim() === "" ? null : text.trim());

/** What the server takes. An article keeps its address; seconds of an unchanged time of publication are kept. */
export function requestOf(values: NewsValues, houseId: number | null, stored: News | null): NewsRequest {
  const unchanged = stored?.published && moscowField(stored.published) === values.published;
  return {
    id: stored?.id ?? null,
    houseId,
    slug: stored?.slug ?? null,
    newsType: Number(values.newsType),
    title: values.title.trim(),
    summary: filled(values.summary),
    content: values.content,
    source: filled(values.source),
    info: filled(values.info),
    keywords: filled(values.keywords),
    author: filled(values.author),
    published: unchanged ? stored.published : ofMoscowField(values.published),
  };
}

export function faultsOf(values: NewsValues): Partial<Record<keyof NewsValues, string>> {
  const faults: Partial<Record<keyof NewsValues, string>> = {};
  if (values.title.trim() === "") faults.title = "Укажите заголовок";
  if (values.content.trim() === "") faults.content = "Напишите текст";
  return faults;
}
