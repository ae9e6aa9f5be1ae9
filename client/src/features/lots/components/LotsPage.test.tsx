import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { LotSearch } from "@/lib/api/types";
import { LotSorting, LotState } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { makeLot, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server } from "@/testing/server";

interface Asked {
  body: LotSearch;
  page: string | null;
}

let asked: Asked[] = [];
const last = () => asked.at(-1);

beforeEach(() => {
  asked = [];
  server.use(
    http.post("*/api/lots/search", async ({ request }) => {
      const body = (await request.json()) as LotSearch;
      const page = new URL(request.url).searchParams.get("pageNumber");
      asked.push({ body, page });
      const lots = [makeLot({ id: 1, titleRu: "Зимняя дорога к погосту" }), makeLot({ id: 2 })];
      return json(pageOf(lots, { totalCount: 45, totalPages: 3, currentPage: Math.min(Number(page), 3) }));
    }),
  );
});

describe("the lot search", () => {
  it("asks for what the address says", async () => {
    renderApp("/lots?search=дорога&cats=1866&types=1,9&status=trading&state=current&page=2");
    expect(await screen.findAllByRole("heading", { level: 2, name: /Николай Сабуров/ })).toHaveLength(2);
    await waitFor(() =>
      expect(last()).toEqual({
        page: "2",
        body: {
          searchQuery: "дорога",
          // With its subcategories. An unknown type is ignored.
          categoryIds: [1866, 1901],
          catalogTypes: [1],
          states: [LotState.InProcess],
          isBiddingOver: false,
          auctionState: "current",
          sorting: LotSorting.Relevant,
        },
      }),
    );
  });

  it("marks the words of the search in any form", async () => {
    renderApp("/lots?search=дороги");
    const mark = await screen.findByText("дорога");
    expect(mark.tagName).toBe("MARK");
  });

  it("puts a filter into the address and goes back to the first page", async () => {
    const { router } = renderApp("/lots?page=3");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Графика" }));
    expect(router.state.location.search).toBe("?cats=1867");
    await waitFor(() => expect(last()?.page).toBe("1"));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Графика" })).not.toBeChecked());
  });

  it("takes single filters off, and all of them but the search", async () => {
    const { router } = renderApp("/lots?search=дорога&cats=1867&types=0");
    await userEvent.click(await screen.findByRole("button", { name: "Убрать фильтр: Графика" }));
    expect(new URLSearchParams(router.state.location.search).get("cats")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Сбросить всё" }));
    expect([...new URLSearchParams(router.state.location.search)]).toEqual([["search", "дорога"]]);
  });

  it("searches at once on Enter, without a new entry in the history for each letter", async () => {
    const { router } = renderApp("/lots");
    const field = await screen.findByRole("searchbox", { name: "Поиск лотов" });
    await userEvent.type(field, "волга{Enter}");
    await waitFor(() => expect(last()?.body.searchQuery).toBe("волга"));
    expect(new URLSearchParams(router.state.location.search).get("search")).toBe("волга");
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("shows the page the server clamped to, and numbers the title", async () => {
    renderApp("/lots?page=99");
    const pager = within(await screen.findByRole("navigation", { name: "Страницы" }));
    expect(pager.getByRole("link", { name: "Страница 3" })).toHaveAttribute("aria-current", "page");
    expect(document.title).toBe("Лоты | Страница 99 — Аукционный зал");
  });

  it("says what to do when nothing is found", async () => {
    server.use(http.post("*/api/lots/search", () => json(pageOf([]))));
    const { router } = renderApp("/lots?search=абракадабра");
    expect(await screen.findByRole("heading", { name: "Ничего не нашлось" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Сбросить всё" }));
    expect(router.state.location.search).toBe("");
  });

  it("offers to try again when the server fails", async () => {
    server.use(http.post("*/api/lots/search", () => problem(503)));
    renderApp("/lots");
    expect(await screen.findByRole("button", { name: "Повторить" })).toBeVisible();
    expect(screen.getByText(/Код ошибки: 503\./)).toBeVisible();
  });

  it("passes axe", async () => {
    const { container } = renderApp("/lots?search=дорога&cats=1866");
    await screen.findAllByRole("heading", { level: 2, name: /Николай Сабуров/ });
    await expectAccessible(container);
  });
});

it("a category is found by its code, its id and the slug of its name", async () => {
  for (const key of ["10", "1866", "zhivopis"]) {
    const { unmount } = renderApp(`/category/${key}`);
    expect(await screen.findByRole("heading", { level: 1, name: "Живопись" })).toBeVisible();
    await waitFor(() => expect(last()?.body.categoryIds).toEqual([1866, 1901]));
    unmount();
  }
});
