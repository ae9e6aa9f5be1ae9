import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Banner } from "@/lib/api/types";
import { makeAccount, makeArtist, makeBanner, makeRecord } from "@/testing/admin";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, MINUTE, makeCatalog, makeFullHouse, makeLot, makeUser, pageOf } from "@/testing/factories";
import { makeBet } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn, world } from "@/testing/server";
import { serveUploads } from "@/testing/uploads";
import { LotState } from "@/trade/enums";

const admin = makeUser({ displayName: "Игорь Савельев", isAdmin: true, roles: 4096, hasSecondFactor: true });

function open(path: string) {
  signIn(admin);
  return { person: userEvent.setup(), ...renderApp(path) };
}

describe("the journal", () => {
  function serve() {
    const asked: unknown[] = [];
    server.use(
      http.get("*/api/dev/journal/events", () => json([{ id: 402, name: "Лот изменён" }])),
      http.post("*/api/dev/journal", async ({ request }) => {
        asked.push(await request.json());
        return json(pageOf([makeRecord()]));
      }),
    );
    return asked;
  }

  it("says of an export which house's or sale's people were taken away", async () => {
    serve();
    const record = makeRecord({
      eventId: 126,
      eventName: "Личные данные выгружены",
      subjectId: 10,
      before: null,
      after: { what: "buyers", houseId: 1, catalogId: 10, count: 41, status: null, isSearched: false },
    });
    server.use(http.post("*/api/dev/journal", () => json(pageOf([record]))));
    open("/admin/journal?record=p-1");
    const panel = within(await screen.findByRole("dialog", { name: "Личные данные выгружены" }));
    expect(await panel.findByRole("link", { name: "Торги № 10" })).toHaveAttribute("href", "/auction/10/-");
    expect(panel.getByRole("row", { name: "Что покупатели" })).toBeVisible();
    expect(panel.getByRole("row", { name: "Строк 41" })).toBeVisible();
    expect(panel.getByRole("row", { name: "С поиском нет" })).toBeVisible();
    expect(screen.queryByText("Пользователь № 10")).not.toBeInTheDocument();
  });

  it("has views without the record that is open", async () => {
    serve();
    const { person } = open("/admin/journal?event=402&record=p-1");
    const panel = await screen.findByRole("dialog", { name: "Лот изменён" });
    await person.click(await screen.findByRole("button", { name: "Виды", hidden: true }));
    await person.click(await screen.findByRole("menuitem", { name: "Сохранить этот вид", hidden: true }));
    await person.type(
      await screen.findByRole("textbox", { name: "Название", hidden: true }),
      "Правки лотов{Enter}",
    );
    await waitFor(() =>
      expect(world.settings).toEqual([{ list: "journal", name: "Правки лотов", value: "event=402" }]),
    );
    expect(panel).toBeInTheDocument();
  });

  it("shows both sides of a change", async () => {
    serve();
    const { container } = open("/admin/journal?record=p-1");
    const panel = within(await screen.findByRole("dialog", { name: "Лот изменён" }));
    expect(await panel.findByRole("row", { name: /^Цена · Стартовая цена 220.000 240.000$/ })).toBeVisible();
    expect(panel.getByRole("row", { name: "Название Закат не менялось" })).toBeVisible();
    expect(panel.getByRole("link", { name: "Лот № 18" })).toHaveAttribute("href", "/lot/18/-");
    await expectAccessible(container);
  });

  it("names what its records name by numbers", async () => {
    const t = Date.parse(at(0));
    const record = makeRecord({
      id: 7,
      eventId: 901,
      eventName: "Ставка",
      subjectId: 201,
      catalogId: 10,
      catalogTitle: "Осень",
      catalogCurrency: 2,
      isRehearsal: true,
      lots: [{ id: 201, number: 20, title: "Закат" }],
      before: null,
      after: {
        command: { lot: 201, by: { user: 12 }, value: 2700 },
        events: [{ bet: { lot: 201, v: 2700, t } }],
      },
    });
    serve();
    server.use(
      http.post("*/api/dev/journal", () => json(pageOf([record]))),
      http.get("*/api/accounts", () => json(pageOf([makeAccount({ id: 12, displayName: "Анна Иванова" })]))),
    );
    open("/admin/journal?record=10-7");
    const panel = within(await screen.findByRole("dialog", { name: "Ставка" }));
    expect(await panel.findByRole("row", { name: "Участник Анна Иванова, № 12" })).toBeVisible();
    expect(await panel.findByRole("row", { name: /^Сумма 2.700.\$$/ })).toBeVisible();
    expect(await panel.findByRole("link", { name: "Репетиция «Осень»" })).toBeVisible();
  });

  it("says which days it shows", async () => {
    serve();
    open("/admin/journal");
    expect(await screen.findByText(/^Кто, что и когда изменил за последние 7 дней\./)).toBeVisible();
  });

  it("is filtered by days of Moscow, event and person", async () => {
    const asked = serve();
    const { person } = open("/admin/journal?from=2026-11-20&to=2026-11-21&account=3");
    await screen.findByRole("row", { name: /Игорь Савельев.*Лот изменён/ });
    expect(asked.at(-1)).toMatchObject({
      startDate: "2026-11-19T21:00:00.000Z",
      endDate: "2026-11-21T21:00:00.000Z",
      accountId: 3,
    });
    await person.click(screen.getByRole("combobox", { name: "Событие" }));
    await person.click(await screen.findByRole("option", { name: "Лот изменён" }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ eventId: 402 }));
    await person.click(screen.getByRole("button", { name: "Убрать фильтр: Игорь Савельев" }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ accountId: null }));
  });

  it("is filtered by a person and a sale that are found by name", async () => {
    const asked = serve();
    server.use(
      http.get("*/api/accounts", () => json(pageOf([makeAccount({ id: 12, displayName: "Анна Иванова" })]))),
      http.get("*/api/catalog", () => json(pageOf([makeCatalog({ id: 17, title: "Зимние торги" })]))),
    );
    const { person } = open("/admin/journal");
    await person.click(await screen.findByRole("combobox", { name: "Кто" }));
    await person.click(await screen.findByRole("option", { name: /^Анна Иванова/ }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ accountId: 12 }));
    await person.type(screen.getByRole("combobox", { name: "Торги" }), "зим");
    await person.click(await screen.findByRole("option", { name: /^Зимние торги/ }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ accountId: 12, catalogId: 17 }));
    expect(screen.getByRole("button", { name: "Убрать фильтр: Торги «Зимние торги»" })).toBeVisible();
  });

  it("says what a room did by the clock, and labels the days", async () => {
    const t = Date.parse(at(0));
    const record = makeRecord({
      eventId: 923,
      eventName: "Событие по времени",
      accountId: null,
      accountName: null,
      subjectId: 10,
      catalogId: 10,
      before: null,
      after: {
        command: {},
        outcome: "accepted",
        events: [{ hammer: { lot: 201, sold: true, t } }, { opened: { lot: 202, t } }],
      },
      catalogTitle: "Осень",
      lots: [
        { id: 201, number: 20, title: "Закат" },
        { id: 202, number: 21, title: "Самовар" },
      ],
    });
    serve();
    server.use(http.post("*/api/dev/journal", () => json(pageOf([record]))));
    open("/admin/journal?catalog=10&system=1");
    expect(
      await screen.findByRole("row", {
        name: /Система.*По времени: лот 20 продан, лот 21 открыт.*Лот 20, «Закат» · Лот 21, «Самовар» · Торги «Осень»/,
      }),
    ).toBeVisible();
    expect(screen.getByText("С", { selector: "label" })).toBeVisible();
    expect(screen.getByText("По", { selector: "label" })).toBeVisible();
    expect(screen.getByLabelText("С какого дня")).toBeVisible();
    expect(screen.getByRole("button", { name: "Убрать фильтр: Торги «Осень»" })).toBeVisible();
  });

  it("leaves out what rooms did by themselves until it is asked for", async () => {
    const asked = serve();
    const { person, router } = open("/admin/journal");
    const people = await screen.findByRole("button", { name: "Кроме системы", pressed: true });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ exceptSystem: true }));
    await person.click(people);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ exceptSystem: false }));
    expect(router.location.search).toBe("?system=1");
    await person.click(screen.getByRole("button", { name: "Кроме системы", pressed: false }));
    await waitFor(() => expect(router.location.search).toBe(""));
  });

  it("offers what rooms did by themselves where people did nothing", async () => {
    serve();
    server.use(http.post("*/api/dev/journal", () => json(pageOf([]))));
    const { person, router } = open("/admin/journal?event=923");
    const show = await screen.findByRole("button", { name: "Показать и действия системы" });
    expect(screen.getByRole("button", { name: "Сбросить фильтры" })).toBeVisible();
    await person.click(show);
    expect(router.location.search).toBe("?event=923&system=1");
    expect(await screen.findByRole("button", { name: "Сбросить фильтры" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Показать и действия системы" })).not.toBeInTheDocument();
  });

  it.each(["event=402", "event=908&account=3"])(
    "offers only to drop the filters where no room could have done it: «%s»",
    async (filters) => {
      serve();
      server.use(http.post("*/api/dev/journal", () => json(pageOf([]))));
      const { person, router } = open(`/admin/journal?${filters}`);
      const reset = await screen.findByRole("button", { name: "Сбросить фильтры" });
      expect(screen.queryByRole("button", { name: "Показать и действия системы" })).not.toBeInTheDocument();
      await person.click(reset);
      expect(router.location.search).toBe("");
    },
  );

  it("has all lots of a room's deed in the open record", async () => {
    serve();
    const record = makeRecord({
      eventId: 923,
      eventName: "Событие по времени",
      subjectId: 10,
      catalogId: 10,
      before: null,
      after: {},
      catalogTitle: "Осень",
      lots: [1, 2, 3, 4].map((id) => ({ id, number: id, title: "Закат" })),
    });
    server.use(http.post("*/api/dev/journal", () => json(pageOf([record]))));
    const { person, container } = open("/admin/journal?system=1&record=10-1");
    const panel = within(await screen.findByRole("dialog", { name: "По времени" }));
    await person.click(panel.getByText("Все лоты: 4"));
    expect(panel.getByRole("link", { name: "Лот 4, «Закат»" })).toHaveAttribute("href", "/lot/4/-");
    await expectAccessible(container);
  });

  it("is saved as a spreadsheet with the filters that are set", async () => {
    serve();
    const exported: unknown[] = [];
    server.use(
      http.post("*/api/dev/journal/export", async ({ request }) => {
        exported.push(await request.json());
        return HttpResponse.arrayBuffer(new ArrayBuffer(4));
      }),
    );
    const save = vi.fn();
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: save.mockReturnValue("blob:x"), revokeObjectURL: vi.fn() }),
    );
    const { person } = open("/admin/journal?event=402");
    await person.click(await screen.findByRole("button", { name: "Выгрузить" }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(exported).toMatchObject([{ eventId: 402, exceptSystem: true }]);
    vi.unstubAllGlobals();
  });
});

it("a list is saved whole, not the page that is shown", async () => {
  const pages = [makeArtist(), makeArtist({ id: 510, name: "Сабуров Н. А." })];
  server.use(
    http.post("*/api/artists/search", ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get("pageNumber"));
      return json(
        pageOf(pages.slice(page - 1, page), { currentPage: page, hasNext: page < 2, totalCount: 2 }),
      );
    }),
  );
  const save = vi.fn<(file: Blob) => string>(() => "blob:x");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: vi.fn() }));
  const { person } = open("/admin/artists");
  await person.click(await screen.findByRole("button", { name: "Выгрузить" }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const text = await save.mock.calls[0]?.[0].text();
  expect(text).toContain("Николай Сабуров");
  expect(text).toContain("Сабуров Н. А.");
  vi.unstubAllGlobals();
});

describe("artists", () => {
  const first = makeArtist({ lifeYears: "1861–1927" });
  const second = makeArtist({ id: 510, name: "Сабуров Н. А.", biography: "<p>Волга</p>", lotsCount: 9 });

  function serve() {
    const merged: unknown[] = [];
    server.use(
      http.post("*/api/artists/search", () => json(pageOf([first, second]))),
      http.get("*/api/artists/:id", ({ params }) => json(params.id === "510" ? second : first)),
      http.post("*/api/artists/:id/merge", async ({ params, request }) => {
        merged.push([params.id, await request.json()]);
        return json(first);
      }),
    );
    return merged;
  }

  it("are found one by one, each by its spelling, and stay selected", async () => {
    serve();
    server.use(
      http.post("*/api/artists/search", async ({ request }) => {
        const asked = JSON.stringify(await request.json());
        return json(pageOf(asked.includes("Николай") ? [first] : asked.includes("Н. А.") ? [second] : []));
      }),
    );
    const { person } = open("/admin/artists");
    const field = await screen.findByPlaceholderText("Имя, можно с опечаткой");
    await person.type(field, "Николай");
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать: Николай Сабуров" }));
    await person.clear(field);
    await person.type(field, "Н. А.");
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать: Сабуров Н. А." }));
    expect(await screen.findByRole("link", { name: "Сравнить и объединить" })).toBeVisible();
  });

  it("two of one person are chosen from the list and merged field by field", async () => {
    const merged = serve();
    const { person, router } = open("/admin/artists");
    await person.click(await screen.findByRole("checkbox", { name: "Выбрать: Николай Сабуров" }));
    expect(screen.getByText("Выберите двух, чтобы объединить")).toBeVisible();
    await person.click(screen.getByRole("checkbox", { name: "Выбрать: Сабуров Н. А." }));
    await person.click(screen.getByRole("link", { name: "Сравнить и объединить" }));

    // The second's biography is chosen at once: the first has none.
    expect(await screen.findByRole("radio", { name: "Биография: из записи № 510" })).toBeChecked();
    await person.click(screen.getByRole("radio", { name: "Имя: из записи № 510" }));
    await expectAccessible(document.body);
    await person.click(screen.getByRole("button", { name: "Объединить" }));
    await waitFor(() =>
      expect(merged).toEqual([
        [
          "214",
          {
            otherId: 510,
            name: "Сабуров Н. А.",
            lifeYears: "1861–1927",
            biography: "<p>Волга</p>",
            logoId: null,
          },
        ],
      ]),
    );
    await waitFor(() => expect(router.location.pathname).toBe("/admin/artists"));
  });

  it.each(["?first=214&second=214", "?first=214", ""])(
    "are not merged or read without two of them: «%s»",
    async (search) => {
      const read: string[] = [];
      server.use(
        http.get("*/api/artists/:id", ({ request }) => {
          read.push(request.url);
          return json(first);
        }),
      );
      open(`/admin/artists/merge${search}`);
      expect(await screen.findByText("Выберите двух художников")).toBeVisible();
      expect(read).toEqual([]);
    },
  );

  it("get their pictures one after another, by uploads in parts", async () => {
    serve();
    const uploads = serveUploads();
    let taken = 0;
    server.use(
      http.post("*/api/artists/214/images", async ({ request }) => {
        if ((await request.text()).includes('name="upload"')) taken += 1;
        return json(first);
      }),
    );
    const { person } = open("/admin/artists?id=214");
    await person.upload(await screen.findByLabelText("Изображения художника"), [
      new File(["portrait"], "портрет.jpg", { type: "image/jpeg" }),
      new File(["painting"], "картина.jpg", { type: "image/jpeg" }),
    ]);
    await waitFor(() => expect(taken).toBe(2));
    expect([...uploads.values()].every(({ bytes, length }) => bytes === length)).toBe(true);
    expect(await screen.findByRole("button", { name: "Добавить" })).toBeVisible();
  });
});

describe("banners", () => {
  function serve(banners: Banner[]) {
    const changed: [string, unknown][] = [];
    server.use(
      http.get("*/api/banner", () => json(banners)),
      http.put("*/api/banner/:id", async ({ params, request }) => {
        changed.push([String(params.id), await request.json()]);
        return json(banners[0] ?? null);
      }),
    );
    return changed;
  }
  const pair = [makeBanner(), makeBanner({ id: 2, title: "Зима", position: 1, from: at(DAY), link: null })];

  it("show their state, and how they look at home", async () => {
    serve(pair);
    const { container } = open("/admin/banners");
    expect(await screen.findByText("Показывается")).toBeVisible();
    expect(screen.getByText(/^С 22 ноября/)).toBeVisible();
    const home = within(screen.getByRole("region", { name: "Как на главной" }));
    expect(home.getAllByRole("img")).toHaveLength(1);
    await expectAccessible(container);
  });

  it("change places", async () => {
    const changed = serve(pair);
    const { person } = open("/admin/banners");
    await person.click(await screen.findByRole("button", { name: "Ниже: Осенние торги" }));
    await waitFor(() =>
      expect(changed.map(([id, body]) => [id, (body as { position: number }).position])).toEqual([
        ["2", 0],
        ["1", 1],
      ]),
    );
  });

  it("hang on the home page", async () => {
    server.use(http.get("*/api/banner/visible", () => json([makeBanner()])));
    renderApp("/");
    const link = await screen.findByRole("link", { name: "Осенние торги" });
    expect(link).toHaveAttribute("href", "/auctions");
  });
});

it("a house's section is closed after a question", async () => {
  const switched: string[] = [];
  world.houses = [makeFullHouse({ isGallery: true })];
  server.use(
    http.get("*/api/house/:id", () => json(makeFullHouse({ isGallery: true }))),
    http.get("*/api/house/:id/staff", () => json([])),
    http.post("*/api/house/:id/:section/:on", ({ params }) => {
      switched.push(`${params.section}/${params.on}`);
      return json(makeFullHouse());
    }),
  );
  const { person, container } = open("/admin/galleries?id=1");
  await person.click(await screen.findByRole("switch", { name: "ПостАукцион" }));
  await waitFor(() => expect(switched).toEqual(["postauction/enable"]));
  await expectAccessible(container);
  await person.click(screen.getByRole("switch", { name: "Галерея" }));
  await person.click(await screen.findByRole("button", { name: "Выключить" }));
  await waitFor(() => expect(switched).toEqual(["postauction/enable", "gallery/disable"]));
  expect(screen.getByText("Никого нет: дом некому вести. Пригласите владельца.")).toBeVisible();
});

it("the kind of a house's gallery is set without undoing what others saved meanwhile", async () => {
  const saved: unknown[] = [];
  let address = "Старая улица, 1";
  world.houses = [makeFullHouse({ address })];
  server.use(
    http.get("*/api/house/:id", () => json(makeFullHouse({ address }))),
    http.get("*/api/house/:id/staff", () => json([])),
    http.post("*/api/house", async ({ request }) => {
      saved.push(await request.json());
      return json(makeFullHouse());
    }),
  );
  const { person } = open("/admin/galleries?id=1");
  await person.click(await screen.findByRole("combobox", { name: "Вид галереи" }));
  address = "Новая улица, 2";
  await person.click(await screen.findByRole("option", { name: "Антикварная" }));
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ address, galleryType: 1 })]));
});

it("a token is shown once, after it is issued", async () => {
  server.use(
    http.get("*/api/accounts/tokens", () => json(pageOf([]))),
    http.get("*/api/accounts", () =>
      json(pageOf([{ id: 5, displayName: "Касса", login: null, eMail: "k@e.org" }])),
    ),
    http.post("*/api/accounts/5/token", () => json({ id: 1, token: "tkn-123", expires: at(DAY) })),
  );
  const { person } = open("/admin/tokens");
  await person.click(await screen.findByRole("button", { name: "Выдать токен" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Выдать токен" }));
  await waitFor(() => expect(dialog.getByRole("combobox", { name: "Владелец" })).toHaveFocus());
  await person.click(dialog.getByRole("combobox", { name: "Владелец" }));
  await person.click(await screen.findByRole("option", { name: "Касса, k@e.org" }));
  await person.type(dialog.getByRole("textbox", { name: "Назначение" }), "Учёт");
  await person.click(dialog.getByRole("button", { name: "Выдать" }));
  expect(await screen.findByText("tkn-123")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Готово" }));
  await waitFor(() => expect(screen.queryByText("tkn-123")).not.toBeInTheDocument());
});

it("a question keeps its address when its words change", async () => {
  const saved: unknown[] = [];
  const article = {
    id: 3,
    slug: "kak-platit",
    title: "Как платить?",
    content: "<p>Картой</p>",
    position: 2,
    changed: at(0),
  };
  server.use(
    http.get("*/api/faq", () => json([article])),
    http.put("*/api/faq/3", async ({ request }) => {
      saved.push(await request.json());
      return json(article);
    }),
  );
  const { person, container } = open("/admin/help");
  await person.click(await screen.findByRole("button", { name: "Изменить: Как платить?" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Вопрос" }));
  const title = dialog.getByRole("textbox", { name: "Вопрос" });
  await person.clear(title);
  await person.type(title, "Как оплатить лот?");
  await person.click(dialog.getByRole("button", { name: "Сохранить" }));
  await waitFor(() =>
    expect(saved).toEqual([
      { title: "Как оплатить лот?", content: "<p>Картой</p>", position: 2, slug: "kak-platit" },
    ]),
  );
  await expectAccessible(container);
});

it("a message to everybody is withdrawn after a question", async () => {
  const gone: string[] = [];
  server.use(
    http.get("*/api/notifications/system/messages/100", () =>
      json([{ id: 9, subject: "Работы", text: "Ночью", created: at(-MINUTE) }]),
    ),
    http.delete("*/api/notifications/system/:id", ({ params }) => {
      gone.push(String(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { person, container } = open("/admin/notices");
  await person.click(await screen.findByRole("button", { name: "Снять: Работы" }));
  await person.click(await screen.findByRole("button", { name: "Снять" }));
  await waitFor(() => expect(gone).toEqual(["9"]));
  await expectAccessible(container);
});

describe("a lot's bets", () => {
  it("stand with those that were cancelled, and by whom; the last is cancelled and the lot returned", async () => {
    const sent: [string, unknown][] = [];
    const answers = (name: string) =>
      http.put(`*/api/trade/catalog/10/${name}`, async ({ request }) => {
        sent.push([name, await request.json()]);
        return json({ codeSet: "auctioneer", code: 0, message: "Ставка отменена", lot: null });
      });
    server.use(
      http.get("*/api/lots/12", () =>
        json({
          ...makeLot({ id: 12, catalogId: 10, catalogLotId: 20, state: LotState.Sold }),
          titleRu: "Партитура",
          author: [{ name: "Николай Сабуров" }],
          catalog: makeCatalog({ id: 10, title: "Осень" }),
          betsCount: 2,
        }),
      ),
      http.get("*/api/trade/bet/lot/12", () =>
        json(
          pageOf([
            makeBet({ id: 2, userId: 7, isAbsentee: true }),
            makeBet({ id: 1, value: 90_000, revoked: at(-MINUTE), revokedBy: "Елена Мирская" }),
          ]),
        ),
      ),
      http.get("*/api/trade/bet/absentee/lot/12/leading", () =>
        json({ participant: 217, userId: 7, value: 250_000 }),
      ),
      answers("cancel-last-bet"),
      answers("return"),
    );
    const { person, container } = open("/admin/bets?lot=12");
    expect(await screen.findByRole("heading", { level: 1, name: "Лот 20. Партитура" })).toBeVisible();
    expect(screen.getByText(/^Николай Сабуров/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Осень" })).toBeVisible();
    expect(await screen.findByText(/^Отменена .*, Елена Мирская$/)).toBeVisible();
    expect(await screen.findByText("Высшая заочная ставка, участник 217")).toBeVisible();
    expect(screen.getByText("Заочная")).toBeVisible();
    await expectAccessible(container);

    await person.click(screen.getByRole("button", { name: "Отменить последнюю ставку" }));
    expect(await screen.findByText("Вы действительно хотите отменить последнюю ставку?")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Отменить ставку" }));
    await waitFor(() => expect(sent).toEqual([["cancel-last-bet", { lotId: 12 }]]));

    await person.click(await screen.findByRole("button", { name: "Вернуть в торги" }));
    const asked = within(await screen.findByRole("dialog", { name: "Вернуть в торги?" }));
    await person.click(asked.getByRole("button", { name: "Вернуть в торги" }));
    await waitFor(() => expect(sent.at(-1)).toEqual(["return", { lotId: 12 }]));
  });
});
