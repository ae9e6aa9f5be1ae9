import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { houseQueriesKey } from "@/staff/api/priceQueries";
import { expectAccessible } from "@/testing/axe";
import { makeCatalog, makeFullHouse, makeLot, makeUser, pageOf } from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { CatalogState } from "@/trade/enums";

const manager = makeUser({ managerOfHouseIds: [1, 2] });

function open(path: string, user = manager) {
  signIn(user);
  server.use(
    http.get("*/api/house/orders", () =>
      json(pageOf([makeOrder({ orderId: 9, displayName: "Денис Хомутов", status: 0 })])),
    ),
    http.get("*/api/house/orders/counts", () => json({ pending: 4, accepted: 41, rejected: 2 })),
    http.get("*/api/house/orders/:id/history", () =>
      json({ sales: 0, bets: 0, won: 0, paid: 0, rejections: 0, purchases: [] }),
    ),
    http.get("*/api/house/:id", ({ params }) =>
      json(
        makeFullHouse({
          id: Number(params.id),
          nameRu: params.id === "1" ? "Аукционный дом «Северная галерея»" : "Дом «Покровский и сыновья»",
        }),
      ),
    ),
  );
  return { person: userEvent.setup(), ...renderApp(path) };
}

describe("the frame of a house cabinet", () => {
  it("shows the house, the sections with what waits, and the running sale", async () => {
    const { container } = open("/house-account/1/orders");
    const nav = within(await screen.findByRole("navigation", { name: "Разделы кабинета" }));
    expect(await nav.findByRole("link", { name: /^Заявки на участие\s*4$/ })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(await nav.findByRole("link", { name: "Открыть пульт" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/auction\/10\/.*\?viewType=console$/),
    );
    expect(screen.queryByRole("contentinfo")).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("does not offer the console to a newsmaker, whom it refuses", async () => {
    const asked = vi.fn(() => json(pageOf([makeCatalog()])));
    server.use(
      http.get("*/api/catalog", asked),
      http.get("*/api/news/house/1", () => json(pageOf([]))),
    );
    open("/house-account/1/news", makeUser({ newsmakerOfHouseIds: [1] }));
    const nav = within(await screen.findByRole("navigation", { name: "Разделы кабинета" }));
    await screen.findByRole("heading", { level: 1 });
    expect(asked).not.toHaveBeenCalled();
    expect(nav.queryByRole("link", { name: "Открыть пульт" })).not.toBeInTheDocument();
  });

  it("switches between the houses of a person", async () => {
    const { person, router } = open("/house-account/1/orders");
    await person.click(await screen.findByRole("button", { name: /^«Северная галерея».*, сменить$/ }));
    await person.click(await screen.findByRole("menuitem", { name: "Дом «Покровский и сыновья»" }));
    await waitFor(() => expect(router.location.pathname).toMatch(/^\/house-account\/2/));
  });

  it("leads from its own address to its first section", async () => {
    const { router } = open("/house-account/1");
    await screen.findByRole("navigation", { name: "Разделы кабинета" });
    await screen.findByRole("heading", { level: 1 });
    expect(router.location.pathname).toMatch(/^\/house-account\/1\/\w+/);
  });

  it.each(["/house-account/1/orders", "/admin"])("%s asks again who this is if that failed", async (path) => {
    const { person } = open(path, makeUser({ isAdmin: true }));
    server.use(http.post("*/api/whoami", () => problem(503)));
    await person.click(await screen.findByRole("button", { name: "Повторить" }));
    expect(screen.queryByText("Страница не найдена")).not.toBeInTheDocument();
    server.use(http.post("*/api/whoami", () => json(makeUser({ isAdmin: true }))));
    await person.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByRole("navigation", { name: /^Разделы/ })).toBeInTheDocument();
  });

  it("says on its first page what did not load, and asks again", async () => {
    const { person, container } = open("/house-account/1/today");
    let fails = true;
    server.use(
      http.get("*/api/house/orders", () => (fails ? problem(422) : undefined)),
      http.get("*/api/catalog", () => (fails ? problem(422) : undefined)),
    );
    expect(await screen.findByText("Заявки не загрузились.")).toBeVisible();
    expect(screen.queryByText(/Все заявки разобраны/)).not.toBeInTheDocument();
    expect(screen.getByText("Торги не загрузились.")).toBeVisible();
    await expectAccessible(container);
    fails = false;
    const orders = within(screen.getByRole("region", { name: "Заявки на участие" }));
    expect(orders.getByRole("link", { name: "Все заявки" })).toBeVisible();
    await person.click(orders.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByText("Денис Хомутов")).toBeVisible();
  });

  it("has no page for a section that does not exist", async () => {
    open("/house-account/1/nothing");
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });

  it("does not exist for others, who see the site around the answer", async () => {
    open("/house-account/1/orders", makeUser({ managerOfHouseIds: [2] }));
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
    expect(screen.getByRole("contentinfo")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Мои дома" })).toHaveAttribute(
      "href",
      "/house-account/2/",
    );
    expect(screen.queryByRole("navigation", { name: "Разделы кабинета" })).not.toBeInTheDocument();
  });

  it("finds a sale and a person by Ctrl+K on any keyboard layout", async () => {
    const { person, router } = open("/house-account/1/orders");
    await screen.findByRole("navigation", { name: "Разделы кабинета" });
    server.use(
      http.get("*/api/catalog", ({ request }) => {
        const { searchParams } = new URL(request.url);
        return json(
          pageOf(searchParams.get("search") === "хому" ? [makeCatalog({ title: "Хомутовский салон" })] : []),
        );
      }),
      http.post("*/api/lots/search", () => json(pageOf([]))),
    );
    await person.keyboard("{Control>}[KeyK]{/Control}");
    await person.type(
      await screen.findByRole("textbox", { name: "Лот, человек, торги или действие" }),
      "хому",
    );
    expect(await screen.findByText("Хомутовский салон")).toBeInTheDocument();
    const box = within(screen.getByRole("dialog", { name: "Поиск по кабинету" }));
    await person.click(await box.findByRole("button", { name: /^Денис Хомутов/ }));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.location.search))).toEqual({
        order: "9",
        found: "хому",
      }),
    );
  });

  it("finds a person by any request, however old, and opens it", async () => {
    const { person } = open("/house-account/1/today");
    await screen.findByRole("navigation", { name: "Разделы кабинета" });
    server.use(
      http.get("*/api/house/orders", ({ request }) => {
        const { searchParams } = new URL(request.url);
        // Neither among those that wait nor among the latest.
        return json(
          pageOf(
            searchParams.get("search") === "мирск" && !searchParams.has("status")
              ? [makeOrder({ orderId: 3, displayName: "Елена Мирская" })]
              : [makeOrder({ orderId: 9, displayName: "Денис Хомутов", status: 0 })],
          ),
        );
      }),
      http.get("*/api/catalog", () => json(pageOf([]))),
      http.post("*/api/lots/search", () => json(pageOf([]))),
    );
    await person.keyboard("{Control>}[KeyK]{/Control}");
    await person.type(
      await screen.findByRole("textbox", { name: "Лот, человек, торги или действие" }),
      "мирск",
    );
    const box = within(screen.getByRole("dialog", { name: "Поиск по кабинету" }));
    await person.click(await box.findByRole("button", { name: /^Елена Мирская/ }));
    expect(await screen.findByRole("region", { name: "Елена Мирская" })).toBeVisible();
  });

  it("counts the requests that wait every half a minute, and oftener where they are listed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { router, client } = open("/house-account/1/untrusted");
      let asked = 0;
      server.use(
        http.get("*/api/accounts/untrusted", () => json([])),
        http.get("*/api/house/orders/counts", () => {
          asked += 1;
          return json({ pending: asked, accepted: 0, rejected: 0 });
        }),
      );
      const waiting = (count: number) =>
        screen.findByRole("link", { name: new RegExp(`^Заявки на участие\\s*${count}$`) });
      await waiting(1);
      vi.advanceTimersByTime(29_000);
      // Another answer would come after one that was asked for before.
      await client.refetchQueries({ queryKey: houseQueriesKey(1) });
      expect(asked).toBe(1);
      vi.advanceTimersByTime(1000);
      await waiting(2);
      await router.navigate("/house-account/1/orders");
      await screen.findByRole("region", { name: "Денис Хомутов" });
      const before = asked;
      vi.advanceTimersByTime(5000);
      await waiting(before + 1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the command box of a house", () => {
  const search = async (person: ReturnType<typeof open>["person"], words: string) => {
    await screen.findByRole("navigation", { name: "Разделы кабинета" });
    await person.keyboard("{Control>}[KeyK]{/Control}");
    await person.type(
      await screen.findByRole("textbox", { name: "Лот, человек, торги или действие" }),
      words,
    );
    return within(screen.getByRole("dialog", { name: "Поиск по кабинету" }));
  };
  const serve = () =>
    server.use(
      http.get("*/api/catalog", () => json(pageOf([]))),
      http.get("*/api/catalog/house/1", () =>
        json(pageOf([makeCatalog({ id: 17, state: CatalogState.Temporary, title: "Пейзаж" })])),
      ),
      http.post("*/api/lots/search", () => json(pageOf([makeLot({ id: 5, titleRu: "Лотос" })]))),
    );

  it("begins a lot in the catalog that is being made, and opens a lot in its editor", async () => {
    const { person, router } = open("/house-account/1/orders");
    serve();
    const box = await search(person, "лот");
    expect(await box.findByRole("button", { name: /^Добавить лот\s*Пейзаж/ })).toBeVisible();
    expect(box.getByRole("button", { name: /^Загрузить таблицу лотов/ })).toBeVisible();
    expect(box.queryByRole("button", { name: "Пригласить сотрудника" })).not.toBeInTheDocument();
    await person.click(await box.findByRole("button", { name: /^Лотос/ }));
    await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/lots/5"));
  });

  it("is closed by its cross, which a phone shows", async () => {
    const { person } = open("/house-account/1/orders");
    serve();
    const box = await search(person, "н");
    await person.click(box.getByRole("button", { name: "Закрыть" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it.each([
    ["an owner", makeUser({ ownerOfHouseIds: [1] }), true],
    ["a newsmaker", makeUser({ newsmakerOfHouseIds: [1] }), false],
  ])("offers %s what they may begin", async (_who, user, mayInvite) => {
    const { person } = open("/house-account/1/news", user);
    serve();
    server.use(http.get("*/api/news/house/1", () => json(pageOf([]))));
    const box = await search(person, "н");
    expect(await box.findByRole("button", { name: "Написать новость" })).toBeVisible();
    expect(box.queryAllByRole("button", { name: "Новый каталог" })).toHaveLength(mayInvite ? 1 : 0);
    await person.keyboard("{Backspace}сотр");
    await waitFor(() =>
      expect(box.queryByRole("button", { name: "Написать новость" })).not.toBeInTheDocument(),
    );
    expect(box.queryAllByRole("button", { name: "Пригласить сотрудника" })).toHaveLength(mayInvite ? 1 : 0);
    // The box is the page's, and would stay open for the next test.
    await person.keyboard("{Escape}");
  });
});

describe("of the house cabinet a newsmaker", () => {
  const sections = ["today", "catalogs", "catalogs/3", "profile", "staff", "untrusted", "orders"];
  it.each([...sections, "lots", "lots/5", "import", "results", "queries"])(
    "may not open %s",
    async (section) => {
      open(`/house-account/1/${section}`, makeUser({ newsmakerOfHouseIds: [1] }));
      expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
      expect(screen.queryByRole("navigation", { name: "Разделы кабинета" })).not.toBeInTheDocument();
    },
  );
});

describe("the admin area", () => {
  it("is for admins", async () => {
    const { container } = open("/admin", makeUser({ isAdmin: true }));
    expect(await screen.findByRole("navigation", { name: "Разделы администрирования" })).toBeInTheDocument();
    await screen.findByRole("heading", { level: 1 });
    await expectAccessible(container);
  });

  it("does not exist for others", async () => {
    open("/admin/houses");
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});
