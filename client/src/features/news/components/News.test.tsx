import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { News } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { typeset } from "@/lib/format";
import { NewsType } from "@/lib/news";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, NOW, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server } from "@/testing/server";

function makeNews(extra: Partial<News> = {}): News {
  return {
    id: 8,
    newsType: NewsType.Events,
    houseId: 2,
    houseNameRu: "Дом «Покровский и сыновья»",
    title: "Три этюда вернулись на Волгу",
    slug: "tri-etyuda",
    summary: "Работы не показывали с 1926 года.",
    author: "Д. Ветрова",
    image: { previewId: "0b10273e-4bd7-4d35-9577-3155aa1beb98" },
    created: at(-DAY),
    published: at(-3 * DAY),
    content: "<p>Владелец унаследовал этюды от деда.</p>",
    info: null,
    keywords: null,
    source: "https://example.org/news",
    publisherId: 5,
    ...extra,
  };
}

const first = makeNews();
const second = makeNews({
  id: 7,
  title: "Новый раздел",
  slug: "novyy-razdel",
  newsType: NewsType.News,
  houseId: null,
  houseNameRu: null,
});

beforeEach(() => {
  observeServerTime(NOW, Date.now(), Date.now());
  server.use(
    http.get("*/api/news", () => json(pageOf([first, second]))),
    http.get("*/api/news/article/:id", ({ params }) => {
      const one = [first, second].find(({ id }) => id === Number(params.id));
      return one ? json(one) : problem(404, { title: "not_found" });
    }),
    http.get("*/api/news/:kind/:page", ({ params }) =>
      json(pageOf([first, second].filter(({ newsType }) => newsType === Number(params.kind)))),
    ),
  );
});

describe("the list of news", () => {
  it("shows all kinds, the latest first, each with its kind, day and house", async () => {
    const { container } = renderApp("/news");
    const [lead, card] = await screen.findAllByRole("article");
    expect(lead).toHaveTextContent("События18 ноябряДом «Покровский и сыновья»Три этюда вернулись на Волгу");
    expect(within(lead as HTMLElement).getByRole("link")).toHaveAttribute("href", "/news/8/tri-etyuda");
    expect(card).toHaveTextContent("Новый раздел");
    expect(document.title).toBe("Новости — Аукционный зал");
    await expectAccessible(container);
  });

  it("shows one kind by its tab, and says where there is nothing", async () => {
    const person = userEvent.setup();
    renderApp("/news?kind=events");
    expect(await screen.findAllByRole("article")).toHaveLength(1);
    const tabs = within(screen.getByRole("navigation", { name: "Вид новостей" }));
    expect(tabs.getByRole("link", { name: "События" })).toHaveAttribute("aria-current", "page");
    await person.click(tabs.getByRole("link", { name: "Результаты" }));
    expect(await screen.findByRole("heading", { name: "Новостей пока нет" })).toBeVisible();
  });
});

describe("an article", () => {
  it("shows its text, house, author and source, and corrects a wrong slug in the address", async () => {
    const { container, router } = renderApp("/news/8/wrong");
    expect(await screen.findByRole("heading", { level: 1, name: typeset(first.title) })).toBeVisible();
    expect(screen.getByText("Владелец унаследовал этюды от деда.")).toBeVisible();
    expect(screen.getByText("Автор: Д. Ветрова")).toBeVisible();
    expect(screen.getByRole("link", { name: "example.org/news" })).toHaveAttribute(
      "href",
      "https://example.org/news",
    );
    expect(screen.getByRole("link", { name: "Новости дома" })).toHaveAttribute(
      "href",
      "/auction-house/2/dom-pokrovskiy-i-synovya?tab=news",
    );
    await waitFor(() => expect(router.location.pathname).toBe("/news/8/tri-etyuda"));
    expect(router.action).toBe("REPLACE");
    await expectAccessible(container);
  });

  it("is shared as a link and printed", async () => {
    const person = userEvent.setup();
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    renderApp("/news/8/tri-etyuda");
    await person.click(await screen.findByRole("button", { name: "Поделиться" }));
    expect(await screen.findByText("Ссылка на новость скопирована")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("http://localhost:3000/news/8/tri-etyuda");
    await person.click(screen.getByRole("button", { name: "Печать" }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it("that is not there is a page not found", async () => {
    renderApp("/news/99/net");
    expect(await screen.findByRole("heading", { level: 1, name: /не найдена/i })).toBeVisible();
  });
});
