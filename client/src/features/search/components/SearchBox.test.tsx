import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { Suggestions } from "@/lib/api/types";
import { recentSearches, rememberSearch } from "@/lib/recentSearches";
import { expectAccessible } from "@/testing/axe";
import { makeCatalog, makeHouse, makeLot, makeSuggestions } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server } from "@/testing/server";

const piece = (text: string, isMarked = false) => ({ text, isMarked });

const nothing = makeSuggestions();

const found: Suggestions = {
  ...nothing,
  lots: [
    {
      ...makeLot({ id: 7, titleRu: "Никольская набережная", catalogLotId: 9 }),
      titlePieces: [piece("Никол", true), piece("ьская набережная")],
      authorPieces: [[piece("Сергей Юдин")]],
    },
  ],
  lotsCount: 31,
  artists: [
    {
      id: 3,
      name: "Николай Сабуров",
      lifeYears: "1856–1917",
      logo: { previewId: null },
      lotsCount: 1000,
      namePieces: [piece("Никол", true), piece("ай Сабуров")],
    },
  ],
  categories: [
    {
      id: 5,
      code: "14.2",
      name: "Никола Чудотворец",
      parents: ["Иконы"],
      lotsCount: 42,
      namePieces: [piece("Никол", true), piece("а Чудотворец")],
    },
  ],
  houses: [{ ...makeHouse({ id: 1 }), namePieces: [piece("Никольский")] }],
  auctions: [{ ...makeCatalog({ id: 2 }), titlePieces: [piece("Николин день")] }],
};

let asked: string[] = [];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  server.use(
    http.get("*/api/search/suggest", ({ request }) => {
      const text = new URL(request.url).searchParams.get("q") ?? "";
      asked.push(text);
      return json(text.startsWith("никол") ? found : nothing);
    }),
  );
});

async function openBox(path = "/about") {
  const app = renderApp(path);
  await userEvent.click(await screen.findByRole("button", { name: "Поиск" }));
  const box = screen.getByRole("combobox", { name: /Лоты, художники/ });
  expect(box).toHaveFocus();
  return { ...app, box };
}

it("shows every kind with the words marked, and is walked by the arrows", async () => {
  const { box, router, container } = await openBox();
  await userEvent.type(box, "никол");
  const list = within(await screen.findByRole("listbox", { name: "Подсказки" }));
  // One question for five letters.
  expect(asked).toEqual(["никол"]);
  expect(list.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Лоты",
    "Художники",
    "Категории",
    "Дома",
    "Аукционы",
  ]);
  const options = list.getAllByRole("option");
  expect(options[0]).toHaveTextContent("Никольская набережная");
  expect(options[0]).toHaveTextContent("с комиссией 211 600 ₽");
  expect(within(options[0] as HTMLElement).getByText("Никол").tagName).toBe("MARK");
  expect(options[1]).toHaveTextContent(/1.000\+ лотов/);
  expect(options[2]).toHaveTextContent("Иконы / Никола Чудотворец");
  expect(box).toHaveAttribute("aria-expanded", "true");
  const all = screen.getByRole("link", { name: "Все лоты по запросу «никол»: 31" });
  // With those that are over, which the number counts.
  expect(all).toHaveAttribute("href", `/lots?${new URLSearchParams({ search: "никол", status: "all" })}`);
  await waitFor(() => expect(screen.getByText(/^Найдено: лоты: 31, художники/)).toBeInTheDocument());
  await expectAccessible(container);

  const active = () => document.getElementById(box.getAttribute("aria-activedescendant") ?? "");
  expect(active()).toBeNull();
  for (const [keys, at] of [
    ["{ArrowDown}", 0],
    ["{ArrowDown}", 1],
    ["{End}", 4],
    ["{ArrowDown}", 0],
    ["{ArrowUp}", 4],
    ["{Home}", 0],
    ["{ArrowDown}{ArrowDown}", 2],
  ] as const) {
    await userEvent.keyboard(keys);
    expect(active(), keys).toBe(options[at]);
    expect(options[at]).toHaveAttribute("aria-selected", "true");
  }
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.location.pathname).toBe("/category/14.2/nikola-chudotvorets"));
  expect(box).not.toBeInTheDocument();
  expect(recentSearches()).toEqual(["никол"]);
});

it("opens the list of lots with the words where nothing is chosen", async () => {
  const { box, router } = await openBox();
  await userEvent.type(box, " лот 117 {Enter}");
  await waitFor(() => expect(router.location.pathname).toBe("/lots"));
  expect(new URLSearchParams(router.location.search).get("search")).toBe("лот 117");
  expect(recentSearches()).toEqual(["лот 117"]);
});

it("shows the newest answer, and the former one until then", async () => {
  const answers = new Map<string, (found: Suggestions) => void>();
  const cancelled: string[] = [];
  server.use(
    http.get("*/api/search/suggest", async ({ request }) => {
      const text = new URL(request.url).searchParams.get("q") ?? "";
      request.signal.addEventListener("abort", () => cancelled.push(text));
      return HttpResponse.json(await new Promise<Suggestions>((answer) => answers.set(text, answer)));
    }),
  );
  const titled = (title: string): Suggestions => ({
    ...nothing,
    lots: [{ ...makeLot({ id: 1 }), titlePieces: [piece(title)], authorPieces: [] }],
    lotsCount: 1,
  });
  const { box } = await openBox();
  await userEvent.type(box, "ваз");
  await waitFor(() => expect(answers.has("ваз")).toBe(true));
  answers.get("ваз")?.(titled("Первая ваза"));
  expect(await screen.findByText("Первая ваза")).toBeVisible();

  await userEvent.type(box, "а");
  await waitFor(() => expect(answers.has("ваза")).toBe(true));
  await userEvent.type(box, " с");
  await waitFor(() => expect(answers.has("ваза с")).toBe(true));
  expect(screen.getByText("Первая ваза")).toBeVisible();
  answers.get("ваза с")?.(titled("Ваза с цветами"));
  expect(await screen.findByText("Ваза с цветами")).toBeVisible();
  expect(cancelled).toEqual(["ваза"]);
  answers.get("ваза")?.(titled("Вторая ваза"));
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("option")).toHaveTextContent("Ваза с цветами");
});

it("says what was searched for where nothing is found, and offers near words", async () => {
  server.use(
    http.get("*/api/search/suggest", () =>
      json({
        ...nothing,
        meant: "айвазовский портсигар",
        near: [
          { text: "айвазовский", lotsCount: 4 },
          { text: "портсигар", lotsCount: 27 },
        ],
      }),
    ),
  );
  const { box, router } = await openBox();
  await userEvent.type(box, "fqdfpjdcrbq портсигар");
  expect(await screen.findByText(/^Ничего не найдено, искали/)).toHaveTextContent(
    "Ничего не найдено, искали «айвазовский портсигар». Близкие слова:",
  );
  await userEvent.click(screen.getByRole("option", { name: /портсигар/ }));
  await waitFor(() => expect(router.location.pathname).toBe("/lots"));
  expect(new URLSearchParams(router.location.search).get("search")).toBe("портсигар");
});

it("keeps recent searches, which are chosen or removed by keyboard too", async () => {
  for (const text of ["серебро", "шишкин", "Серебро", "лот 117"]) rememberSearch(text);
  const { box, router } = await openBox();
  const list = within(await screen.findByRole("listbox", { name: "Недавно искали" }));
  const shown = () => list.getAllByRole("option").map((option) => option.textContent);
  expect(shown()).toEqual(["лот 117", "Серебро", "шишкин"]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Delete}");
  expect(shown()).toEqual(["лот 117", "шишкин"]);
  expect(box).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(router.location.search).toContain("search="));
  expect(recentSearches()).toEqual(["лот 117", "шишкин"]);
  await screen.findByRole("heading", { name: "Лоты" });
  await userEvent.click(await screen.findByRole("button", { name: "Поиск" }));
  await userEvent.click(await screen.findByRole("button", { name: "Очистить" }));
  expect(recentSearches()).toEqual([]);
});

it("opens by / and Ctrl+K, and closes by Escape, Tab and Back", async () => {
  const { router } = renderApp("/about");
  await screen.findByRole("button", { name: "Поиск" });
  const box = () => screen.queryByRole("combobox", { name: /Лоты, художники/ });
  await userEvent.keyboard("/");
  expect(box()).toHaveFocus();
  await userEvent.type(box() as HTMLElement, "и/или");
  expect(box()).toHaveValue("и/или");
  await userEvent.keyboard("{Escape}");
  expect(box()).not.toBeInTheDocument();

  await userEvent.keyboard("{Shift>}/{/Shift}");
  expect(box()).toHaveFocus();
  await userEvent.keyboard("{Escape}");

  await userEvent.keyboard("{Control>}k{/Control}");
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue("");
  // Past the button that closes it, the page goes on.
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Закрыть" })).toHaveFocus();
  await userEvent.tab();
  expect(box()).not.toBeInTheDocument();

  await userEvent.keyboard("/");
  expect(box()).toHaveFocus();
  history.back();
  await waitFor(() => expect(box()).not.toBeInTheDocument());
  expect(router.location.pathname).toBe("/about");
});

it("says once that the answer takes its time", async () => {
  let answer = () => {};
  const asking = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/search/suggest", async () => {
      await asking;
      return json(found);
    }),
  );
  const { box } = await openBox();
  await userEvent.type(box, "ник");
  const region = await screen.findByText("Ищем…", { selector: "[role=status]" });
  const said: (string | null)[] = [];
  const observer = new MutationObserver(() => said.push(region.textContent));
  observer.observe(region, { childList: true });
  await userEvent.type(box, "ол");
  answer();
  await waitFor(() => expect(region).toHaveTextContent(/^Найдено: лоты: 31/));
  observer.disconnect();
  expect(said).not.toContain("Ищем…");
});

it("says that suggestions failed; the words still lead to the lots", async () => {
  server.use(http.get("*/api/search/suggest", () => problem(500)));
  const { box } = await openBox();
  await userEvent.type(box, "ваза");
  expect(await screen.findByText(/^Подсказки сейчас недоступны/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Искать «ваза» среди лотов" })).toHaveAttribute(
    "href",
    `/lots?search=${encodeURIComponent("ваза")}`,
  );
});
