import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp } from "@/testing/render";
import { json, problem, server } from "@/testing/server";

const article = (id: number, title: string, content: string) => ({
  id,
  slug: "x",
  title,
  content,
  position: id,
  changed: "2026-01-01T00:00:00Z",
});

describe("questions and answers", () => {
  it("are what the site's admins wrote; the address says which is open", async () => {
    server.use(
      http.get("*/api/faq", () =>
        json([
          article(1, "Как начать?", "<p>Войдите</p>"),
          article(2, "Что такое шаг?", "<p>На сколько <strong>выше</strong></p>"),
        ]),
      ),
    );
    const { router } = renderApp("/faq/2/other");
    const answer = await screen.findByText("выше");
    expect(answer.tagName).toBe("STRONG");
    expect(answer.closest("details")?.open).toBe(true);
    expect(screen.getByText("Войдите").closest("details")?.open).toBe(false);
    await waitFor(() => expect(router.location.pathname).toBe("/faq/2/x"));
    await act(() => router.navigate("/faq/3/x"));
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeVisible();
  });

  it("say that there are none, and why they could not be had", async () => {
    server.use(http.get("*/api/faq", () => json([])));
    const { unmount } = renderApp("/faq");
    expect(await screen.findByText("Вопросов пока нет")).toBeVisible();
    unmount();
    server.use(http.get("*/api/faq", () => problem(500)));
    renderApp("/faq");
    expect(await screen.findByRole("button", { name: "Повторить" })).toBeVisible();
  });
});

describe("the glossary", () => {
  it("explains the site's terms", async () => {
    server.use(http.get("*/api/glossary", () => json([article(1, "Лот", "<p>Предмет торгов</p>")])));
    renderApp("/glossary");
    const term = await screen.findByRole("term");
    expect(term).toHaveTextContent("Лот");
    expect(screen.getByRole("definition")).toHaveTextContent("Предмет торгов");
  });
});
