import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Partner, SearchSynonym, SystemCheck, SystemReport } from "@/lib/api/types";
import { makePartner } from "@/testing/admin";
import { expectAccessible } from "@/testing/axe";
import { makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";

const admin = makeUser({ displayName: "Игорь Савельев", isAdmin: true, roles: 4096, hasSecondFactor: true });

function open(path: string) {
  signIn(admin);
  return { person: userEvent.setup(), ...renderApp(path) };
}

describe("partners", () => {
  function serve(partners: Partner[]) {
    const sent: [string, unknown][] = [];
    const note = async (method: string, request: Request) => {
      const path = `${method} ${new URL(request.url).pathname}`;
      sent.push([path, method === "DELETE" ? null : await request.json()]);
      return json(partners[0] ?? makePartner());
    };
    server.use(
      http.get("*/api/partners/all", () => json(partners)),
      http.post("*/api/partners", ({ request }) => note("POST", request)),
      http.put("*/api/partners/:id", ({ request }) => note("PUT", request)),
      http.delete("*/api/partners/:id/images", ({ request }) => note("DELETE", request)),
      http.delete("*/api/partners/:id", ({ request }) => note("DELETE", request)),
    );
    return sent;
  }
  const picture = {
    id: "00000000-0000-4000-8000-000000000001",
    width: 320,
    height: 200,
    icon: "/i",
    preview: "/p",
    full: "/f",
    alt: null,
  };
  const pair = [
    makePartner({ image: picture }),
    makePartner({ id: 2, name: "Банк", position: 1, visible: false, link: null }),
  ];

  it("show whether they are on the site, and change places", async () => {
    const sent = serve(pair);
    const { person, container } = open("/admin/partners");
    expect(await screen.findByText("На сайте")).toBeVisible();
    expect(screen.getByText("Скрыт")).toBeVisible();
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: "Выше: Банк" }));
    await waitFor(() =>
      expect(sent.map(([path, body]) => [path, (body as { position: number }).position])).toEqual([
        ["PUT /api/partners/2", 0],
        ["PUT /api/partners/1", 1],
      ]),
    );
  });

  it("keep the focus on the button that moves one, and at the end of the list on the other", async () => {
    const three = [...pair, makePartner({ id: 3, name: "Музей", position: 2 })];
    serve(three);
    let list = three;
    const answers: (() => void)[] = [];
    server.use(
      http.get("*/api/partners/all", () => json(list)),
      http.put("*/api/partners/:id", async ({ params, request }) => {
        const { position } = (await request.json()) as { position: number };
        await new Promise<void>((resolve) => answers.push(resolve));
        list = list
          .map((one) => (one.id === Number(params.id) ? { ...one, position } : one))
          .toSorted((a, b) => a.position - b.position);
        return json(list[0] ?? null);
      }),
    );
    const { person } = open("/admin/partners");
    const up = await screen.findByRole("button", { name: "Выше: Музей" });
    const down = screen.getByRole("button", { name: "Ниже: Музей" });
    const stored = async () => {
      for (const _ of [1, 2]) {
        await waitFor(() => expect(answers).toHaveLength(1));
        answers.shift()?.();
      }
    };
    up.focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(answers).toHaveLength(1));
    // A disabled one would lose the focus in browsers.
    expect(up).toBeEnabled();
    expect(up).toHaveFocus();
    await stored();
    await waitFor(() => expect(down).toBeEnabled());
    expect(up).toHaveFocus();
    await waitFor(() => expect(up).not.toHaveAttribute("aria-disabled"));
    await person.keyboard("{Enter}");
    await stored();
    await waitFor(() => expect(up).toBeDisabled());
    expect(down).toHaveFocus();
  });

  it("are written, with what the server refuses beside its field", async () => {
    const sent = serve([]);
    server.use(
      http.post(
        "*/api/partners",
        () =>
          problem(422, { title: "invalid", detail: "Проверьте поля", errors: { link: ["Укажите адрес"] } }),
        {
          once: true,
        },
      ),
    );
    const { person } = open("/admin/partners");
    expect(await screen.findByText("Партнёров пока нет")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Добавить партнёра" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Новый партнёр" }));
    await person.type(dialog.getByRole("textbox", { name: "Название" }), "Музей");
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await dialog.findByText("Укажите адрес")).toBeVisible();
    await expectAccessible(document.body);
    await person.type(dialog.getByRole("textbox", { name: "Ссылка" }), "/about");
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() =>
      expect(sent).toEqual([
        [
          "POST /api/partners",
          { name: "Музей", description: null, link: "/about", visible: true, position: 0 },
        ],
      ]),
    );
  });

  it("lose their picture, or go altogether", async () => {
    const sent = serve(pair);
    const { person } = open("/admin/partners");
    await person.click(await screen.findByRole("button", { name: "Изменить: Музей часов" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Партнёр" }));
    await person.click(dialog.getByRole("checkbox", { name: "Показывать без изображения" }));
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() =>
      expect(sent.map(([path]) => path)).toEqual(["PUT /api/partners/1", "DELETE /api/partners/1/images"]),
    );
    await person.click(await screen.findByRole("button", { name: "Удалить: Банк" }));
    await person.click(await screen.findByRole("button", { name: "Удалить" }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe("DELETE /api/partners/2"));
  });

  it("stand on their page with links on and off the site", async () => {
    server.use(
      http.get("*/api/partners", () =>
        json([makePartner({ image: picture }), makePartner({ id: 2, name: "Банк", link: "/about" })]),
      ),
    );
    const { container } = renderApp("/partners");
    const list = within(await screen.findByRole("list", { name: "Партнёры площадки" }));
    expect(list.getByRole("link", { name: "Музей часов" })).toHaveAttribute("href", "https://museum.example");
    expect(list.getByRole("link", { name: "Банк" })).toHaveAttribute("href", "/about");
    await expectAccessible(container);
  });

  it("that cannot be read can be asked for again", async () => {
    server.use(http.get("*/api/partners/all", () => problem(500)));
    open("/admin/partners");
    expect(await screen.findByRole("button", { name: "Повторить" })).toBeVisible();
  });
});

describe("the site's contacts", () => {
  function serve() {
    const sent: unknown[] = [];
    server.use(
      http.put("*/api/config/contacts", async ({ request }) => {
        const { socialLinks, ...contacts } = (await request.json()) as typeof world.config.contacts & {
          socialLinks: typeof world.config.socialLinks;
        };
        sent.push({ ...contacts, socialLinks });
        Object.assign(world.config, { contacts, socialLinks });
        return json({ ...contacts, socialLinks });
      }),
    );
    return sent;
  }

  it("are replaced, and the footer shows them at once", async () => {
    const sent = serve();
    const { person, container, router } = open("/admin/contacts");
    const phone = await screen.findByRole("textbox", { name: "Телефон" });
    expect(phone).toHaveValue("78000000000");
    await person.clear(phone);
    await person.type(phone, "8 (800) 200-00-00");
    await person.click(screen.getByRole("button", { name: "Добавить ссылку" }));
    await person.type(screen.getByRole("textbox", { name: "Название" }), "Телеграм");
    const addresses = screen.getAllByRole("textbox", { name: "Адрес" });
    await person.type(addresses.at(-1) as HTMLElement, "https://t.example/zal");
    await expectAccessible(container);
    await person.click(screen.getByRole("button", { name: /^Сохранить/ }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          phone: "8 (800) 200-00-00",
          email: "info@example.org",
          address: "Санкт-Петербург",
          socialLinks: [{ name: "Телеграм", url: "https://t.example/zal" }],
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByText("Есть несохранённые изменения")).not.toBeInTheDocument());
    await router.navigate("/about");
    expect(await screen.findByRole("link", { name: "8 (800) 200-00-00" })).toHaveAttribute(
      "href",
      "tel:+78002000000",
    );
    expect(screen.getByRole("link", { name: "Телеграм" })).toHaveAttribute("href", "https://t.example/zal");
  });

  it("keep the focus on the button that moves a link, and at the end of the list on the other", async () => {
    world.config.socialLinks = ["Телеграм", "ВКонтакте", "Дзен"].map((name) => ({
      name,
      url: "https://example.org",
    }));
    const { person } = open("/admin/contacts");
    const names = () =>
      screen.getAllByRole("textbox", { name: "Название" }).map((field) => (field as HTMLInputElement).value);
    const up = await screen.findByRole("button", { name: "Выше: Дзен" });
    const down = screen.getByRole("button", { name: "Ниже: Дзен" });
    up.focus();
    await person.keyboard("{Enter}");
    expect(names()).toEqual(["Телеграм", "Дзен", "ВКонтакте"]);
    expect(up).toHaveFocus();
    await person.keyboard("{Enter}");
    expect(names()).toEqual(["Дзен", "Телеграм", "ВКонтакте"]);
    expect(up).toBeDisabled();
    expect(down).toHaveFocus();
    await person.keyboard("{Enter}{Enter}");
    expect(names()).toEqual(["Телеграм", "ВКонтакте", "Дзен"]);
    expect(down).toBeDisabled();
    expect(up).toHaveFocus();
  });

  it("that the server refuses are marked at the link", async () => {
    world.config.socialLinks = [{ name: "Сайт", url: "сайт" }];
    server.use(
      http.put("*/api/config/contacts", () =>
        problem(422, {
          title: "invalid",
          detail: "Проверьте поля",
          errors: { "socialLinks.0.url": ["Укажите адрес, который начинается с http:// или https://"] },
        }),
      ),
    );
    const { person } = open("/admin/contacts");
    await person.type(await screen.findByRole("textbox", { name: "E-mail" }), "x");
    await person.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("Укажите адрес, который начинается с http:// или https://")).toBeVisible();
  });
});

describe("synonyms of the search", () => {
  const groups: SearchSynonym[] = [
    { id: 1, words: ["шкатулка", "ларец"], finds: [], changed: "2026-01-01T00:00:00Z" },
    { id: 2, words: ["марина"], finds: ["морской пейзаж"], changed: "2026-01-01T00:00:00Z" },
  ];
  function serve(stored: SearchSynonym[]) {
    const sent: [string, unknown][] = [];
    server.use(
      http.get("*/api/search/synonyms", () => json(stored)),
      http.post("*/api/search/synonyms", async ({ request }) => {
        sent.push(["POST", await request.json()]);
        return json(groups[0] ?? null);
      }),
      http.put("*/api/search/synonyms/:id", async ({ params, request }) => {
        sent.push([`PUT ${params.id}`, await request.json()]);
        return json(groups[0] ?? null);
      }),
      http.delete("*/api/search/synonyms/:id", ({ params }) => {
        sent.push([`DELETE ${params.id}`, null]);
        return new Response(null, { status: 204 });
      }),
    );
    return sent;
  }

  it("say which way they work, and are found by a word", async () => {
    serve(groups);
    const { person, container } = open("/admin/synonyms");
    expect(await screen.findByText("марина → морской пейзаж")).toBeVisible();
    expect(screen.getByText("Каждое находит остальные")).toBeVisible();
    await expectAccessible(container);
    await person.type(screen.getByRole("searchbox", { name: "Найти слово" }), "ларец{Enter}");
    expect(screen.queryByText("марина → морской пейзаж")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Проверить: шкатулка, ларец" })).toHaveAttribute(
      "href",
      "/lots?search=%D1%88%D0%BA%D0%B0%D1%82%D1%83%D0%BB%D0%BA%D0%B0",
    );
  });

  it("are added one a line, changed to one way, and deleted", async () => {
    const sent = serve(groups);
    const { person } = open("/admin/synonyms");
    await person.click(await screen.findByRole("button", { name: "Добавить синонимы" }));
    let dialog = within(await screen.findByRole("dialog", { name: "Новые синонимы" }));
    await person.type(dialog.getByRole("textbox", { name: "Слова" }), "икона{Enter}святой образ{Enter}");
    await expectAccessible(document.body);
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() => expect(sent).toEqual([["POST", { words: ["икона", "святой образ"], finds: [] }]]));

    await person.click(await screen.findByRole("button", { name: "Изменить: шкатулка, ларец" }));
    dialog = within(await screen.findByRole("dialog", { name: "Синонимы" }));
    await person.click(dialog.getByRole("radio", { name: "В одну сторону" }));
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await dialog.findByText("Добавьте слово, которое нужно находить")).toBeVisible();
    await person.type(dialog.getByRole("textbox", { name: "Что находить ещё" }), "мебель");
    await person.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() =>
      expect(sent.at(-1)).toEqual(["PUT 1", { words: ["шкатулка", "ларец"], finds: ["мебель"] }]),
    );

    await person.click(await screen.findByRole("button", { name: "Удалить: шкатулка, ларец" }));
    await person.click(await screen.findByRole("button", { name: "Удалить" }));
    await waitFor(() => expect(sent.at(-1)).toEqual(["DELETE 1", null]));
  });

  it("are none yet", async () => {
    serve([]);
    open("/admin/synonyms");
    expect(await screen.findByText("Синонимов пока нет")).toBeVisible();
  });
});

describe("the system", () => {
  const check = (name: string, state: SystemCheck["state"], title: string, text: string): SystemCheck => ({
    name,
    title,
    state,
    text,
  });
  const sound: SystemReport = {
    checked: "2026-11-21T09:40:12.000Z",
    checks: [
      check("database", "ok", "База данных", "Отвечает, часы сходятся"),
      check("mail", "ok", "Почта", "Почтовый сервер принимает вход сайта"),
    ],
    versions: [
      { name: "Программа", version: "0.1.0" },
      { name: "Meilisearch", version: null },
    ],
    nodes: [],
  };
  const serve = (report: SystemReport) => server.use(http.get("*/api/system", () => json(report)));

  it("is well at first glance, with when that was checked and by which versions", async () => {
    serve(sound);
    const { container } = open("/admin/system");
    expect(await screen.findByText("Всё в порядке")).toBeVisible();
    expect(screen.getByText("Проверено в 12:40:12 (МСК)")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Требует внимания" })).toBeNull();
    expect(screen.getByText("не отвечает")).toBeVisible();
    await expectAccessible(container);
  });

  it("says what to do first, then the rest by urgency, and which nodes there are", async () => {
    serve({
      ...sound,
      checks: [
        check("queues", "broken", "Очереди", "3 письма ждут. Работает ли сервер?"),
        check("disk", "warn", "Диск", "Свободно 3,2 ГиБ. Освободите место"),
        ...sound.checks,
      ],
      nodes: [
        { name: "0a1b2c3d", isAlive: true, seen: sound.checked, rooms: 3, clockSkewMs: -4 },
        { name: "4e5f6a7b", isAlive: false, seen: sound.checked, rooms: 0, clockSkewMs: null },
      ],
    });
    const { container } = open("/admin/system");
    expect(await screen.findByText("На сайте 1 неисправность")).toBeVisible();
    expect(screen.getByText("Начните с пункта «Очереди». 3 письма ждут. Работает ли сервер?")).toBeVisible();
    const faults = within(screen.getByRole("region", { name: "Требует внимания" }));
    expect(faults.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "Ошибка: Очереди3 письма ждут. Работает ли сервер?",
      "Замечание: ДискСвободно 3,2 ГиБ. Освободите место",
    ]);
    const nodes = within(screen.getByRole("region", { name: "Узлы" }));
    expect(nodes.getByText("Работает · часы −4 мс")).toBeVisible();
    expect(nodes.getByText("Молчит с 12:40:12")).toBeVisible();
    expect(nodes.getByText("3 зала")).toBeVisible();
    await expectAccessible(container);
  });

  it("that works with remarks is told apart from one that is broken", async () => {
    serve({ ...sound, checks: [check("backup", "warn", "Резервная копия", "Нет копии"), ...sound.checks] });
    open("/admin/system");
    expect(await screen.findByText("Сайт работает, есть 1 замечание")).toBeVisible();
  });

  it("is checked again, and sends a test letter", async () => {
    serve({ ...sound, checks: [check("disk", "broken", "Диск", "Места нет"), ...sound.checks] });
    let letters = 0;
    server.use(
      http.post("*/api/system/letter", () => {
        letters += 1;
        return json(
          letters === 1
            ? check("mail", "ok", "Почта", "Почтовый сервер принял письмо")
            : check("mail", "broken", "Почта", "Почтовый сервер не принял письмо"),
        );
      }),
    );
    const { person } = open("/admin/system");
    const send = await screen.findByRole("button", { name: "Послать себе письмо" });
    await person.click(send);
    expect(await screen.findByText("Почтовый сервер принял письмо")).toBeVisible();
    await person.click(send);
    expect(await screen.findByText("Почтовый сервер не принял письмо")).toBeVisible();
    serve(sound);
    await person.click(screen.getByRole("button", { name: "Проверить снова" }));
    expect(await screen.findByText("Всё в порядке")).toBeVisible();
  });

  it("that cannot be read can be asked for again", async () => {
    server.use(http.get("*/api/system", () => problem(500)));
    open("/admin/system");
    expect(await screen.findByRole("button", { name: "Повторить" })).toBeVisible();
  });
});
