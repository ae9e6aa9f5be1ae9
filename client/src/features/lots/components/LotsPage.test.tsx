import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { LotSearch, SavedSearch, SavedSearchRequest } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import { at, makeCounts, makeLot, makeSuggestions, makeUser, NOW, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { LotSorting, LotState } from "@/trade/enums";

interface Asked {
  body: LotSearch;
  page: string | null;
}

const none = { all: 0, trading: 0, sold: 0, notSold: 0, withBets: 0 };

/** Holds an answer back: it awaits `wait`, which ends with `go`. */
function held() {
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { wait, go: () => go() };
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
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Графика/ }));
    expect(router.location.search).toBe("?cats=1867");
    await waitFor(() => expect(last()?.page).toBe("1"));
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole("checkbox", { name: /^Графика/ })).not.toBeChecked());
  });

  it("shows how many lots each value has, and filters by period, material, house and price", async () => {
    const bodies: LotSearch[] = [];
    server.use(
      http.post("*/api/lots/search/counts", async ({ request }) => {
        bodies.push((await request.json()) as LotSearch);
        return json(
          makeCounts({
            categories: [{ id: 1866, count: 1200 }],
            houses: [
              { id: 1, nameRu: "Дом «Покровский»", count: 8 },
              { id: 2, nameRu: "Северная галерея", count: 3 },
            ],
            periods: [{ from: 1850, count: 18 }],
            materials: [{ name: "холст, масло", count: 17 }],
            prices: [
              { from: 10_000, to: 13_335, count: 2 },
              { from: 100_000, to: 133_352, count: 9 },
            ],
          }),
        );
      }),
    );
    const { router, container } = renderApp("/lots");
    const address = () => new URLSearchParams(router.location.search);
    expect(await screen.findByRole("checkbox", { name: /^Живопись\s*1\s200$/ })).toBeEnabled();
    // Nothing to be found, so nothing to choose.
    expect(screen.getByRole("checkbox", { name: /^Графика\s*0$/ })).toBeDisabled();
    expect(
      screen.getByRole("img", { name: /больше всего лотов от 100\s000\s₽ до 133\s352\s₽/ }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole("checkbox", { name: /^Вторая половина XIX века/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^Холст, масло/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /^Северная галерея/ }));
    await userEvent.type(screen.getByRole("textbox", { name: "Цена от" }), "40000{Enter}");
    expect(Object.fromEntries(address())).toEqual({
      periods: "1850",
      materials: "холст, масло",
      houses: "2",
      from: "40000",
    });
    await waitFor(() =>
      expect(last()?.body).toMatchObject({
        periods: [1850],
        materials: ["холст, масло"],
        houseIds: [2],
        priceFrom: 40_000,
      }),
    );
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ priceFrom: 40_000 }));
    expect(bodies.at(-1)).not.toHaveProperty("sorting");
    await expectAccessible(container);
    await userEvent.click(screen.getByRole("button", { name: /Убрать фильтр: от 40\s000\s₽/ }));
    expect(address().get("from")).toBeNull();
  });

  describe("the price slider", () => {
    const prices = [
      { from: 1000, to: 1333, count: 2 },
      { from: 10_000, to: 13_335, count: 2 },
      { from: 100_000, to: 133_352, count: 9 },
    ];
    const thumb = (name: string) => screen.findByRole("slider", { name });
    const sum = (name: string) => screen.getByRole("textbox", { name });
    const plain = (text: string | null) => text?.replaceAll(/\s/g, " ");

    it.each([
      ["Цена от", "ArrowRight", "/lots?to=20000", "from=4200&to=20000"],
      ["Цена до", "ArrowLeft", "/lots?from=1234", "from=1234&to=32000"],
    ])("«%s» leaves the other bound as it was typed", async (name, key, path, address) => {
      server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ prices }))));
      const { router } = renderApp(path);
      (await thumb(name)).focus();
      for (let press = 0; press < 5; press++) await userEvent.keyboard(`{${key}}`);
      const params = new URLSearchParams(router.location.search);
      params.sort();
      expect(params.toString()).toBe(address);
    });

    it("stops at the other thumb without moving it", async () => {
      server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ prices }))));
      const { router } = renderApp("/lots?from=4200&to=20000");
      (await thumb("Цена от")).focus();
      for (let press = 0; press < 30; press++) await userEvent.keyboard("{ArrowRight}");
      const params = new URLSearchParams(router.location.search);
      expect(params.get("to")).toBe("20000");
      expect(Number(params.get("from"))).toBeGreaterThan(4200);
      expect(Number(params.get("from"))).toBeLessThanOrEqual(20_000);
    });

    it("announces the prices it sets", async () => {
      server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ prices }))));
      renderApp("/lots");
      const [from, to] = [await thumb("Цена от"), await thumb("Цена до")];
      const said = () => [from, to].map((one) => plain(one.getAttribute("aria-valuetext")));
      expect(said()).toEqual(["1 000 ₽", "140 000 ₽"]);
      from.focus();
      for (let press = 0; press < 5; press++) await userEvent.keyboard("{ArrowRight}");
      expect(said()).toEqual(["4 200 ₽", "140 000 ₽"]);
      expect(plain(sum("Цена от").getAttribute("value"))).toBe("4 200");
      to.focus();
      await userEvent.keyboard("{ArrowLeft}");
      expect(said()).toEqual(["4 200 ₽", "100 000 ₽"]);
      expect(plain(sum("Цена до").getAttribute("value"))).toBe("100 000");
    });

    it("puts its thumbs on either side of a bar that holds both sums", async () => {
      server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ prices }))));
      renderApp("/lots?from=15000&to=15500");
      const [from, to] = [await thumb("Цена от"), await thumb("Цена до")];
      expect(plain(from.getAttribute("aria-valuetext"))).toBe("15 000 ₽");
      expect(plain(to.getAttribute("aria-valuetext"))).toBe("15 500 ₽");
    });

    it("tells its thumbs how far apart they are, so that neither is pressed through the other", async () => {
      server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ prices }))));
      renderApp("/lots");
      const [from, to] = [await thumb("Цена от"), await thumb("Цена до")];
      const apart = () => getComputedStyle(from).getPropertyValue("--apart");
      const bars = Number(from.getAttribute("aria-valuemax"));
      expect(apart()).toBe("1");
      from.focus();
      for (let press = 1; press < bars; press++) await userEvent.keyboard("{ArrowRight}");
      expect(Number(apart())).toBeCloseTo(1 / bars);
      expect(from).not.toBe(to);
    });
  });

  it("swaps prices entered in the wrong order", async () => {
    renderApp("/lots?from=500000&to=20000");
    await waitFor(() => expect(last()?.body).toMatchObject({ priceFrom: 20_000, priceTo: 500_000 }));
    expect(screen.getByRole("textbox", { name: "Цена от" })).toHaveValue("20 000");
    expect(screen.getByRole("textbox", { name: "Цена до" })).toHaveValue("500 000");
  });

  it("leaves values open that were not among the counted lots of very many", async () => {
    server.use(
      http.post("*/api/lots/search/counts", () =>
        json(
          makeCounts({
            categories: [{ id: 1866, count: 1200 }],
            houses: [
              { id: 1, nameRu: "Дом «Покровский»", count: 8 },
              { id: 2, nameRu: "Северная галерея", count: 0 },
            ],
            isExact: false,
          }),
        ),
      ),
    );
    renderApp("/lots");
    expect(await screen.findByRole("checkbox", { name: /^Живопись\s*1\s200\+$/ })).toBeEnabled();
    for (const name of [/^Графика$/, /^Северная галерея$/, /^Первая половина XVIII века$/]) {
      expect(screen.getByRole("checkbox", { name })).toBeEnabled();
    }
  });

  it("has tabs for lots in trade, sold and not sold, each with its number", async () => {
    const states = { all: 10_000, trading: 17, sold: 46, notSold: 0, withBets: 0 };
    server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ states }))));
    const { router } = renderApp("/lots?search=дорога&page=2");
    const tabs = within(await screen.findByRole("navigation", { name: "Состояние торгов" }));
    expect(await tabs.findByRole("link", { name: "В продаже45" })).toHaveAttribute("aria-current", "page");
    expect(last()?.body).toMatchObject({ isBiddingOver: false });
    expect(await tabs.findByRole("link", { name: /^Все10\s000\+$/ })).toBeVisible();
    expect(tabs.getByRole("link", { name: "Не проданные0" })).toBeVisible();
    await userEvent.click(tabs.getByRole("link", { name: "Проданные46" }));
    expect([...new URLSearchParams(router.location.search)]).toEqual([
      ["search", "дорога"],
      ["status", "sold"],
    ]);
    await waitFor(() => expect(last()?.body.states).toEqual([LotState.Sold, LotState.Paid]));
    expect(tabs.getByRole("link", { name: "Проданные46" })).toHaveAttribute("aria-current", "page");
  });

  it("says what was searched for instead of misspelt words, and marks that", async () => {
    server.use(http.post("*/api/lots/search/counts", () => json(makeCounts({ meant: "дорога погост" }))));
    renderApp("/lots?search=lhjuf пагост");
    expect(await screen.findByText(/^Показано по запросу/)).toHaveTextContent(
      "Показано по запросу «дорога погост»",
    );
    expect((await screen.findByText("погосту")).tagName).toBe("MARK");
  });

  it("shows the results of the only near search when the words find nothing", async () => {
    server.use(
      http.post("*/api/lots/search", async ({ request }) => {
        const { searchQuery } = (await request.json()) as LotSearch;
        return json(pageOf(searchQuery === "часы" ? [makeLot({ id: 1, titleRu: "Часы каминные" })] : []));
      }),
      http.get("*/api/search/suggest", ({ request }) => {
        expect(new URL(request.url).searchParams.get("q")).toBe("часики");
        return json(makeSuggestions({ near: [{ text: "часы", lotsCount: 1 }] }));
      }),
    );
    const { router } = renderApp("/lots?search=часики");
    expect(await screen.findByText("Часы", { selector: "mark" })).toBeVisible();
    expect(screen.getByText(/^По запросу «часики»/)).toHaveTextContent(
      "По запросу «часики» лотов нет. Показано по запросу «часы»",
    );
    expect(screen.queryByText("Ничего не нашлось")).not.toBeInTheDocument();
    // The address keeps what was typed.
    expect(new URLSearchParams(router.location.search).get("search")).toBe("часики");
  });

  it("drops the near search with the words that found nothing", async () => {
    server.use(
      http.get("*/api/search/suggest", () =>
        json(makeSuggestions({ near: [{ text: "часы", lotsCount: 1 }] })),
      ),
    );
    renderApp("/lots?search=часики");
    await waitFor(() => expect(last()?.body.searchQuery).toBe("часы"));
    await userEvent.type(
      screen.getByRole("searchbox", { name: "Поиск лотов" }),
      "{Control>}a{/Control}{Backspace}{Enter}",
    );
    await waitFor(() => expect(last()?.body).not.toHaveProperty("searchQuery"));
  });

  it("has no numbers at its tabs until the lots of the near search are counted", async () => {
    const near = held();
    server.use(
      http.post("*/api/lots/search", async ({ request }) => {
        const { searchQuery } = (await request.json()) as LotSearch;
        return json(pageOf(searchQuery === "часы" ? [makeLot({ id: 1, titleRu: "Часы каминные" })] : []));
      }),
      http.post("*/api/lots/search/counts", async ({ request }) => {
        const { searchQuery } = (await request.json()) as LotSearch;
        if (searchQuery !== "часы") return json(makeCounts({ states: none }));
        await near.wait;
        return json(makeCounts());
      }),
      http.get("*/api/search/suggest", () =>
        json(makeSuggestions({ near: [{ text: "часы", lotsCount: 1 }] })),
      ),
    );
    renderApp("/lots?search=часики");
    expect(await screen.findByText("Часы", { selector: "mark" })).toBeVisible();
    const tabs = within(screen.getByRole("navigation", { name: "Состояние торгов" }));
    expect(tabs.getByRole("link", { name: "Проданные" })).toBeVisible();
    near.go();
    expect(await tabs.findByRole("link", { name: /^Проданные\d+$/ })).toBeVisible();
  });

  it("offers near words, categories and a saved search when nothing is found", async () => {
    const category = { id: 1870, code: "1.1", name: "Сервизы", namePieces: [], parents: [], lotsCount: 12 };
    server.use(
      http.post("*/api/lots/search", () => json(pageOf([]))),
      http.post("*/api/lots/search/counts", () =>
        json(makeCounts({ states: none, meant: "сервиз куприна" })),
      ),
      http.get("*/api/search/suggest", () =>
        json(
          makeSuggestions({
            near: [
              { text: "сервиз", lotsCount: 2 },
              { text: "куприна", lotsCount: 1 },
            ],
            categories: [category],
          }),
        ),
      ),
    );
    const { container } = renderApp("/lots?search=сервиз купринна");
    const ways = within(await screen.findByRole("navigation", { name: "Близкие слова" }));
    expect(ways.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "сервиз2",
      "куприна1",
      "Сервизы12",
    ]);
    expect(ways.getByRole("link", { name: /сервиз/ })).toHaveAttribute(
      "href",
      `/lots?${new URLSearchParams({ search: "сервиз" })}`,
    );
    expect(screen.getByText(/лотов нет/)).toHaveTextContent(
      "По запросу «сервиз купринна» лотов нет, искали «сервиз куприна». Проверьте слова запроса или попробуйте другие.",
    );
    expect(
      screen.getByText(
        "Проданных по этому запросу тоже нет. Сохраните поиск, и мы напишем, когда такой лот появится.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Сохранить поиск" })).toBeVisible();
    expect(screen.queryByText(/Показано по запросу/)).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("keeps saying that nothing is found when the near searches fail after those of fewer letters came", async () => {
    let failures = 0;
    server.use(
      http.post("*/api/lots/search", () => json(pageOf([]))),
      http.post("*/api/lots/search/counts", () => json(makeCounts({ states: none }))),
      http.get("*/api/search/suggest", ({ request }) => {
        if (new URL(request.url).searchParams.get("q") === "айваз") return json(makeSuggestions());
        failures += 1;
        return problem(429);
      }),
    );
    const { client } = renderApp("/lots?search=айваз");
    await screen.findByText(/По запросу «айваз»/);
    await userEvent.type(screen.getByRole("searchbox", { name: "Поиск лотов" }), "овский{Enter}");
    expect(await screen.findByText(/По запросу «айвазовский»/)).toBeVisible();
    const heading = screen.getByRole("heading", { name: "Ничего не нашлось" });
    for (let task = 0; task < 20; task++) {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(heading).toBeVisible();
    }
    await waitFor(() => expect(client.isFetching()).toBe(0));
    // The list asks, and each part that mounts beside it retries once.
    expect(failures).toBeLessThanOrEqual(3);
  });

  it("does not deny sold lots that could not be counted", async () => {
    server.use(
      http.post("*/api/lots/search", () => json(pageOf([]))),
      http.post("*/api/lots/search/counts", () => problem(429)),
    );
    const { router } = renderApp("/lots?search=айвазовский");
    expect(await screen.findByText("Сохраните поиск, и мы напишем, когда такой лот появится.")).toBeVisible();
    await act(() => router.navigate("/lots?search=айвазовский&status=all"));
    expect(await screen.findByText(/^Проданных по этому запросу тоже нет/)).toBeVisible();
  });

  it("does not take an empty list for that of the next search", async () => {
    const next = held();
    server.use(
      http.post("*/api/lots/search", async ({ request }) => {
        const { searchQuery } = (await request.json()) as LotSearch;
        if (searchQuery !== "дорога") return json(pageOf([]));
        await next.wait;
        return json(pageOf([makeLot({ id: 1, titleRu: "Зимняя дорога к погосту" })]));
      }),
      http.post("*/api/lots/search/counts", async ({ request }) => {
        const { searchQuery } = (await request.json()) as LotSearch;
        return json(searchQuery === "дорога" ? makeCounts() : makeCounts({ states: none }));
      }),
    );
    const { router } = renderApp("/lots?search=абракадабра");
    expect(await screen.findByRole("heading", { name: "Ничего не нашлось" })).toBeVisible();
    await act(() => router.navigate("/lots?search=дорога"));
    expect(await screen.findByRole("link", { name: /^Проданные[1-9]/ })).toBeVisible();
    expect(
      screen.queryByRole("heading", { name: /таких лотов нет|Ничего не нашлось/ }),
    ).not.toBeInTheDocument();
    next.go();
    expect(await screen.findByText("дорога", { selector: "mark" })).toBeVisible();
  });

  it("offers categories when there is no near search", async () => {
    server.use(
      http.post("*/api/lots/search", () => json(pageOf([]))),
      http.post("*/api/lots/search/counts", () => json(makeCounts({ states: none }))),
    );
    renderApp("/lots?search=айвазовский");
    const ways = within(await screen.findByRole("navigation", { name: "Категории" }));
    expect(ways.getByRole("link", { name: "Живопись" })).toHaveAttribute("href", "/category/10/zhivopis");
  });

  it("links from an empty tab to all lots", async () => {
    server.use(http.post("*/api/lots/search", () => json(pageOf([]))));
    const { router } = renderApp("/lots?search=дорога&status=notsold");
    expect(await screen.findByRole("heading", { name: "На этой вкладке таких лотов нет" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Смотреть все: 45" }));
    expect(new URLSearchParams(router.location.search).get("status")).toBe("all");
  });

  it("ignores searches without letters or digits, and puts others in the title", async () => {
    const { router } = renderApp("/lots?search=%20%25");
    expect(await screen.findByText("45 лотов")).toBeVisible();
    expect(last()?.body).not.toHaveProperty("searchQuery");
    expect(screen.queryByText(/по запросу/)).not.toBeInTheDocument();
    expect(document.title).toBe("Лоты — Аукционный зал");
    await act(() => router.navigate("/lots?search=%20лунный  свет&page=2"));
    await waitFor(() => expect(document.title).toBe("лунный свет — Лоты | Страница 2 — Аукционный зал"));
    await waitFor(() => expect(last()?.body.searchQuery).toBe("лунный свет"));
  });

  it("truncates a long search where it is quoted", async () => {
    renderApp(`/lots?search=${"я".repeat(300)}`);
    expect(await screen.findByText(`по запросу «${"я".repeat(60)}…»`, { exact: false })).toBeVisible();
  });

  it("leads on to a category that is called what is searched for", async () => {
    const category = { id: 1870, code: "1.1", name: "Пейзаж", namePieces: [], parents: ["Живопись"] };
    server.use(
      http.get("*/api/search/suggest", () =>
        json(
          makeSuggestions({
            categories: [
              { ...category, lotsCount: 120 },
              { ...category, id: 1, name: "Пейзаж без лотов", lotsCount: 0 },
            ],
          }),
        ),
      ),
    );
    renderApp("/lots?search=пейзаж");
    expect(
      await screen.findByRole("link", { name: /^Категория «Живопись \/ Пейзаж»: 120.лотов$/ }),
    ).toHaveAttribute("href", "/category/1.1/peyzazh");
    expect(screen.queryByRole("link", { name: /без лотов/ })).not.toBeInTheDocument();
  });

  it("clamps filters in the address to what a search accepts", async () => {
    renderApp("/lots?from=99999999999999&periods=1850,9999&materials=a%2525%257Cb|c");
    await waitFor(() =>
      expect(last()?.body).toMatchObject({ priceFrom: 1e12, periods: [1850], materials: ["a%|b", "c"] }),
    );
  });

  it("takes single filters off, and all of them but the search", async () => {
    const { router } = renderApp("/lots?search=дорога&cats=1867&types=0");
    await userEvent.click(await screen.findByRole("button", { name: "Убрать фильтр: Графика" }));
    expect(new URLSearchParams(router.location.search).get("cats")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Сбросить всё" }));
    expect([...new URLSearchParams(router.location.search)]).toEqual([["search", "дорога"]]);
  });

  it("searches at once on Enter, without a new entry in the history for each letter", async () => {
    const { router } = renderApp("/lots");
    const field = await screen.findByRole("searchbox", { name: "Поиск лотов" });
    await userEvent.type(field, "волга{Enter}");
    await waitFor(() => expect(last()?.body.searchQuery).toBe("волга"));
    expect(new URLSearchParams(router.location.search).get("search")).toBe("волга");
    expect(router.action).toBe("REPLACE");
  });

  it("shows the page the server clamped to, in the address and the title too", async () => {
    const { router } = renderApp("/lots?page=99");
    const pager = within(await screen.findByRole("navigation", { name: "Страницы" }));
    expect(pager.getByRole("link", { name: "Страница 3" })).toHaveAttribute("aria-current", "page");
    await waitFor(() => expect(document.title).toBe("Лоты | Страница 3 — Аукционный зал"));
    expect(router.location.search).toBe("?page=3");
  });

  it("keeps a lot that ends meanwhile in its place until another list is asked for", async () => {
    observeServerTime(NOW, Date.now(), Date.now());
    const work = (id: number) =>
      makeLot({ id, titleRu: `Работа ${id}`, ...(id === 2 && { endTradeTime: at(-1) }) });
    let open = [1, 2, 3];
    server.use(http.post("*/api/lots/search", () => json(pageOf(open.map(work)))));
    const { client, router } = renderApp("/lots");
    const titles = async () =>
      (await screen.findAllByText(/^Работа \d$/)).map(({ textContent }) => textContent);
    expect(await titles()).toEqual(["Работа 1", "Работа 2", "Работа 3"]);
    expect(screen.queryByText("Последняя ставка")).not.toBeInTheDocument();
    open = [3, 4];
    await act(() => client.invalidateQueries({ queryKey: ["lots", "search"] }));
    await waitFor(async () => expect(await titles()).toEqual(["Работа 2", "Работа 3", "Работа 4"]));
    expect(screen.getByText("Последняя ставка")).toBeVisible();
    await act(() => router.navigate("/lots?types=1"));
    await waitFor(async () => expect(await titles()).toEqual(["Работа 3", "Работа 4"]));
  });

  it("says what to do when nothing is found", async () => {
    server.use(
      http.post("*/api/lots/search", () => json(pageOf([]))),
      http.post("*/api/lots/search/counts", () => json(makeCounts({ states: none }))),
    );
    const { router } = renderApp("/lots?search=абракадабра");
    expect(await screen.findByRole("heading", { name: "Ничего не нашлось" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Показать все лоты" }));
    expect(router.location.search).toBe("");
  });

  it("says that what was found is over, and shows it", async () => {
    const states = { all: 5, trading: 0, sold: 5, notSold: 0, withBets: 0 };
    server.use(
      http.post("*/api/lots/search", async ({ request }) => {
        const { states } = (await request.json()) as LotSearch;
        return json(pageOf(states ? [makeLot({ state: LotState.Sold, isBiddingOver: true })] : []));
      }),
      http.post("*/api/lots/search/counts", () => json(makeCounts({ states }))),
    );
    const { router } = renderApp("/lots?search=дорога");
    expect(await screen.findByRole("heading", { name: "Сейчас в продаже таких лотов нет" })).toBeVisible();
    const sold = await screen.findByRole("region", { name: "Похожие проданные" });
    expect(within(sold).getByRole("heading", { level: 3 })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Смотреть все: 5" }));
    expect(new URLSearchParams(router.location.search).get("status")).toBe("all");
  });

  it("has everything of past sales, where nothing is on sale", async () => {
    renderApp("/lots?state=past");
    const tabs = within(await screen.findByRole("navigation", { name: "Состояние торгов" }));
    expect(await tabs.findByRole("link", { name: /^Все/ })).toHaveAttribute("aria-current", "page");
    await waitFor(() => expect(last()?.body.auctionState).toBe("past"));
    expect(last()?.body).not.toHaveProperty("isBiddingOver");
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

describe("a search to keep", () => {
  const serveSaved = (saved: SavedSearch[] = []) => {
    const held = { saved, sent: [] as SavedSearchRequest[] };
    server.use(
      http.get("*/api/saved-searches", () => json(held.saved)),
      http.post("*/api/saved-searches", async ({ request }) => {
        const body = (await request.json()) as SavedSearchRequest;
        held.sent.push(body);
        const { name, path, letters } = body;
        if (!name) return problem(422, { title: "validation_failed", errors: { name: ["Назовите поиск"] } });
        const made = { id: 5, name, path, letters, created: "2026-11-23T09:00:00.000Z" };
        held.saved = [made];
        return json(made);
      }),
      http.delete("*/api/saved-searches/5", () => {
        held.saved = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return held;
  };

  it("is offered where the list is narrowed, and saved under its words and filters", async () => {
    signIn(makeUser());
    const held = serveSaved();
    renderApp("/lots?search=дорога&page=2&sort=5");
    await userEvent.click(await screen.findByRole("button", { name: "Сохранить поиск" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Сохранить поиск" }));
    const name = dialog.getByLabelText("Название");
    expect(name).toHaveValue("дорога");
    expect(dialog.getByRole("radio", { name: "Раз в день" })).toBeChecked();
    await userEvent.clear(name);
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await dialog.findByText("Назовите поиск")).toBeVisible();
    await userEvent.type(name, "Дороги");
    await userEvent.click(dialog.getByRole("radio", { name: "Сразу" }));
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByRole("button", { name: "Поиск сохранён" })).toBeVisible();
    expect(held.sent.at(-1)).toEqual({
      name: "Дороги",
      path: `/lots?search=${encodeURIComponent("дорога")}`,
      letters: "atOnce",
      request: { searchQuery: "дорога", sorting: 5, isBiddingOver: false },
    });
  });

  it("that is saved shows its choice, and can be deleted there", async () => {
    signIn(makeUser());
    const path = `/lots?search=${encodeURIComponent("дорога")}`;
    serveSaved([{ id: 5, name: "Дороги", path, letters: "never", created: "2026-11-23T09:00:00.000Z" }]);
    renderApp("/lots?search=дорога");
    await userEvent.click(await screen.findByRole("button", { name: "Поиск сохранён" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Сохранённый поиск" }));
    expect(dialog.getByLabelText("Название")).toHaveValue("Дороги");
    expect(dialog.getByRole("radio", { name: "Не присылать" })).toBeChecked();
    await userEvent.click(dialog.getByRole("button", { name: "Удалить поиск" }));
    expect(await screen.findByRole("button", { name: "Сохранить поиск" })).toBeVisible();
  });

  it("that was saved under an older form of its address is changed there", async () => {
    signIn(makeUser());
    const path = `/lots?search=${encodeURIComponent(" дорога ")}&page=2`;
    const held = serveSaved([
      { id: 5, name: "Дороги", path, letters: "never", created: "2026-11-23T09:00:00.000Z" },
    ]);
    renderApp("/lots?search=дорога");
    await userEvent.click(await screen.findByRole("button", { name: "Поиск сохранён" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Сохранённый поиск" }));
    await userEvent.click(dialog.getByRole("radio", { name: "Сразу" }));
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByText("Поиск изменён")).toBeVisible();
    expect(held.sent).toEqual([expect.objectContaining({ path, letters: "atOnce" })]);
  });

  it("saves the words as they were typed, also while the results of a near search are shown", async () => {
    signIn(makeUser());
    const held = serveSaved();
    server.use(
      http.get("*/api/search/suggest", () =>
        json(makeSuggestions({ near: [{ text: "часы", lotsCount: 1 }] })),
      ),
    );
    renderApp("/lots?search=часики");
    await screen.findByText(/^По запросу «часики»/);
    await userEvent.click(screen.getByRole("button", { name: "Сохранить поиск" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Сохранить поиск" }));
    expect(dialog.getByLabelText("Название")).toHaveValue("часики");
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await screen.findByRole("button", { name: "Поиск сохранён" })).toBeVisible();
    expect(held.sent.at(-1)).toMatchObject({ request: { searchQuery: "часики" } });
  });

  it("is not offered for all lots, and asks visitors to sign in", async () => {
    renderApp("/lots");
    await screen.findAllByRole("heading", { level: 2, name: /Николай Сабуров/ });
    expect(screen.queryByRole("button", { name: "Сохранить поиск" })).not.toBeInTheDocument();
    await userEvent.type(screen.getByRole("searchbox", { name: "Поиск лотов" }), "дорога{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Сохранить поиск" }));
    const login = within(await screen.findByRole("dialog", { name: "Вход" }));
    expect(login.getByText("После входа вернёмся к сохранению поиска.")).toBeVisible();
  });
});
