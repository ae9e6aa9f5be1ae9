import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Catalog, CatalogRequest } from "@/lib/api/types";
import { AGAIN_AFTER_MS } from "@/lib/lateViews";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, MINUTE, makeFullCatalog, makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makeGridLot } from "@/testing/grid";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { CatalogState } from "@/trade/enums";

const steps = [
  { start: 0, step: 200 },
  { start: 5000, step: 500 },
];
const picture = { id: "p", preview: "/p", icon: "/i", full: "/f", width: 4, height: 5, alt: null };
const draft = makeFullCatalog({
  id: 17,
  title: "Пейзаж",
  state: CatalogState.Temporary,
  startDate: at(6 * DAY),
  isAutoStart: false,
  stepsTable: steps,
  auctioneers: [{ userId: 4, displayName: "Елена Мирская" }],
});

const scheduled = { state: CatalogState.Scheduled, startDate: at(10 * MINUTE) };

function open(
  path = "/house-account/1/catalogs/17",
  extra: Partial<Catalog> = {},
  img: typeof picture | null = picture,
) {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const world = { catalog: { ...draft, ...extra }, saved: [] as CatalogRequest[], calls: [] as string[] };
  server.use(
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/:id", () =>
      json(makeFullHouse({ stepsTable: steps, paymentAndDelivery: { commission: 15, text: "<p>Счёт</p>" } })),
    ),
    http.get("*/api/catalog/:id", () => json(world.catalog)),
    http.get("*/api/house/:id/grid", () => json([makeGridLot({ catalogLotId: 22, img })])),
    http.post("*/api/catalog", async ({ request }) => {
      const body = (await request.json()) as CatalogRequest;
      world.saved.push(body);
      world.catalog = { ...world.catalog, title: body.title, commission: body.commission ?? 0 };
      return json(world.catalog);
    }),
    http.put("*/api/catalog/:id/:action", ({ params }) => {
      world.calls.push(String(params.action));
      return json({ code: 0, codeSet: "auctioneer", message: "", lot: null, catalog: {} });
    }),
  );
  return { world, person: userEvent.setup(), ...renderApp(path) };
}

// The editor and the chart take long to load on a busy machine.
beforeAll(() => import("./CatalogPage"), 60_000);

describe("a catalog", () => {
  it("is saved by Ctrl+S with what another person changed meanwhile", async () => {
    const { world, person, container } = open();
    const title = await screen.findByRole("textbox", { name: "Название" });
    await expectAccessible(container);
    await person.clear(title);
    await person.type(title, "Пейзаж и море");
    world.catalog = { ...world.catalog, commission: 18, revision: 2 };
    await person.keyboard("{Control>}[KeyS]{/Control}");
    await waitFor(() => expect(world.saved).toHaveLength(1));
    expect(world.saved[0]).toMatchObject({
      id: 17,
      title: "Пейзаж и море",
      commission: 18,
      revision: 2,
      startDate: at(6 * DAY).replace(/:\d\d\.\d+Z$/, ":00.000Z"),
      stepsTable: null,
    });
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Несохранённые изменения" })).not.toBeInTheDocument(),
    );
    expect(await screen.findByRole("status", { name: "Изменено другим сотрудником" })).toHaveTextContent(
      "Сохранено вместе с тем, что изменил другой сотрудник: Комиссия",
    );
    await expectAccessible(container);
  });

  it("shows what another person made of the same field, and lets choose", async () => {
    const { world, person } = open();
    const title = await screen.findByRole("textbox", { name: "Название" });
    await person.clear(title);
    await person.type(title, "Моё");
    world.catalog = { ...world.catalog, title: "Чужое" };
    await person.click(screen.getByRole("button", { name: "Сохранить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Это уже изменили" }));
    const clash = within(dialog.getByRole("radiogroup", { name: "Название" }));
    expect(clash.getByRole("radio", { name: "Оставить моё" })).toHaveAccessibleDescription("Моё");
    expect(clash.getByRole("radio", { name: "Взять новое" })).toHaveAccessibleDescription("Чужое");
    await expectAccessible(document.body);
    expect(world.saved).toEqual([]);
    await person.click(dialog.getByRole("button", { name: "Сохранить выбранное" }));
    await waitFor(() => expect(world.saved[0]?.title).toBe("Моё"));
  });

  it("asks about each field, and again if it was changed between reading and saving", async () => {
    const { world, person } = open();
    const title = await screen.findByRole("textbox", { name: "Название" });
    await person.clear(title);
    await person.type(title, "Моё");
    const refuse = () =>
      server.use(
        http.post(
          "*/api/catalog",
          () => {
            world.catalog = { ...world.catalog, title: "Чужое", commission: 18, revision: 2 };
            return problem(409, { title: "changed_meanwhile", detail: "Пока вы правили" });
          },
          { once: true },
        ),
      );
    refuse();
    await person.keyboard("{Control>}[KeyS]{/Control}");
    const dialog = within(await screen.findByRole("dialog", { name: "Это уже изменили" }));
    expect(dialog.getByText(/^Кроме того.*Комиссия — 18$/)).toBeInTheDocument();
    await person.click(dialog.getByRole("radio", { name: "Взять новое" }));
    await person.click(dialog.getByRole("button", { name: "Сохранить выбранное" }));
    await waitFor(() => expect(world.saved).toHaveLength(1));
    expect(world.saved[0]).toMatchObject({ title: "Чужое", commission: 18, revision: 2 });
  });

  it("shows the server's error at its field", async () => {
    const { person } = open();
    server.use(
      http.post("*/api/catalog", () =>
        problem(422, { detail: "Проверьте введённые данные", errors: { title: ["Слишком длинно"] } }),
      ),
    );
    const title = await screen.findByRole("textbox", { name: "Название" });
    await person.type(title, "!");
    await person.keyboard("{Control>}[KeyS]{/Control}");
    await waitFor(() => expect(title).toHaveAccessibleDescription("Слишком длинно"));
  });

  it("warns before unsaved changes are lost", async () => {
    const { person, router } = open();
    await person.type(await screen.findByRole("textbox", { name: "Название" }), "!");
    await person.click(screen.getByRole("link", { name: "Сотрудники" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Изменения не сохранены" }));
    expect(router.location.pathname).toBe("/house-account/1/catalogs/17");
    await person.click(dialog.getByRole("button", { name: "Остаться" }));
    expect(screen.getByRole("textbox", { name: "Название" })).toHaveValue("Пейзаж!");
  });

  it("is published after the check, once confirmed", async () => {
    const { world, person } = open();
    await screen.findByText("Фотографии есть у всех лотов");
    await person.click(screen.getByRole("button", { name: "Опубликовать" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Опубликовать каталог?" }));
    expect(dialog.getByText(/Каталог увидят все, подписчики получат уведомления/)).toBeVisible();
    await person.click(dialog.getByRole("button", { name: "Опубликовать" }));
    await waitFor(() => expect(world.calls).toEqual(["scheduled"]));
  });

  it("that is hidden says before it is published that it stays so", async () => {
    const { person } = open("/house-account/1/catalogs/17", { hidden: true, commission: 0 });
    await screen.findByText("Фотографии есть у всех лотов");
    await person.click(screen.getByRole("button", { name: "Опубликовать" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Опубликовать каталог?" }));
    const words = dialog.getByText(
      /Каталог останется скрытым: покажите его, когда он должен быть виден всем/,
    );
    expect(words).not.toHaveTextContent("увидят все");
    expect(words).toHaveTextContent(/Осталось: 1.замечание — его можно оставить\.$/);
  });

  it("with an error is not published, and the error leads to its remedy", async () => {
    const { container } = open("/house-account/1/catalogs/17", {}, null);
    expect(await screen.findByText(/Без фотографий: 1.лот/)).toBeInTheDocument();
    const field = /^\/house-account\/1\/lots\/\d+\?field=pictures$/;
    expect(screen.getByRole("link", { name: "Исправить лот 22" })).toHaveAttribute(
      "href",
      expect.stringMatching(field),
    );
    expect(screen.getByRole("link", { name: "22" })).toHaveAttribute("href", expect.stringMatching(field));
    expect(screen.getByRole("button", { name: "Опубликовать" })).toBeDisabled();
    await expectAccessible(container);
  });

  it("says beside the button why it is not published, and leads to the check", async () => {
    const { person } = open("/house-account/1/catalogs/17", {}, null);
    expect(await screen.findByText(/^Сначала исправьте/)).toHaveTextContent(/^Сначала исправьте 1.ошибку$/);
    await person.click(screen.getByRole("link", { name: /^1.ошибку$/ }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Проверить снова" })).toHaveFocus());
  });

  it("that comes says when it can be started, and what is to be mended before", async () => {
    const coming = { state: CatalogState.Scheduled, startDate: at(6 * DAY) };
    open("/house-account/1/catalogs/17", coming, null);
    const reason = await screen.findByText(/^Запустить можно не раньше чем за 15 минут до начала/);
    await waitFor(() => expect(reason).toHaveTextContent(/, до этого исправьте 1.ошибку$/));
    expect(screen.getByRole("button", { name: "Запустить" })).toBeDisabled();
    expect(screen.getByText(/, через 6.дней$/)).toBeVisible();
  });

  it("of a finished sale keeps its schedule, and leads to the results", async () => {
    const { container } = open("/house-account/1/catalogs/17", { state: CatalogState.Completed });
    expect(await screen.findByLabelText("Начало торгов")).toBeDisabled();
    expect(screen.getByRole("textbox", { name: "Комиссия, %" })).toBeDisabled();
    expect(screen.getByText("Торги завершены, расписание и шаги не меняются")).toBeVisible();
    const steps = within(screen.getByRole("region", { name: "Шаги ставок" }));
    for (const closed of [...steps.getAllByRole("textbox"), ...steps.getAllByRole("button")]) {
      expect(closed).toBeDisabled();
    }
    expect(screen.getByRole("textbox", { name: "Название" })).toBeEnabled();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Результаты" })).toHaveAttribute(
      "href",
      "/house-account/1/results?catalog=17",
    );
    expect(screen.getByRole("region", { name: "Аукционист" })).toHaveTextContent("Елена Мирская");
    for (const name of ["Репетиция", "Пригласить", "Снять: Елена Мирская"]) {
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
    }
    await expectAccessible(container);
  });

  it("whose cover could not be read says so, and reads it again", async () => {
    const logo = { ...draft.logo, previewId: "cover" };
    const { person, container } = open("/house-account/1/catalogs/17", { logo });
    const cover = within(await screen.findByRole("region", { name: "Обложка" }));
    const picture = { name: "Обложка каталога «Пейзаж»" };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      fireEvent.error(cover.getByRole("img", picture));
      // Asked for once more after a while.
      await act(() => vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS));
    } finally {
      vi.useRealTimers();
    }
    fireEvent.error(cover.getByRole("img", picture));
    expect(cover.getByText("Обложка не загрузилась.")).toBeVisible();
    await expectAccessible(container);
    await person.click(cover.getByRole("button", { name: "Повторить" }));
    fireEvent.load(cover.getByRole("img", picture));
    expect(cover.queryByRole("status")).not.toBeInTheDocument();
  });

  it("without a cover offers none to remove", async () => {
    open("/house-account/1/catalogs/17", { logo: { ...draft.logo, previewId: null } });
    const cover = within(await screen.findByRole("region", { name: "Обложка" }));
    expect(cover.getByText("Без обложки")).toBeVisible();
    expect(cover.queryByRole("button", { name: "Убрать" })).not.toBeInTheDocument();
  });

  it("is started knowing what the check has found, with the way to mend it", async () => {
    const { person } = open("/house-account/1/catalogs/17", { ...scheduled, auctioneers: [] }, null);
    await screen.findByText(/Без фотографий: 1.лот/);
    await person.click(screen.getByRole("button", { name: "Запустить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Запустить торги?" }));
    expect(dialog.getByText(/^Проверка нашла 2.ошибки:$/)).toBeVisible();
    expect(dialog.getByRole("link", { name: "Исправить лот 22" })).toBeVisible();
    expect(dialog.queryByText(/начнутся сами/)).not.toBeInTheDocument();
    await expectAccessible(document.body);
    await person.click(dialog.getByRole("link", { name: "Исправить" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.getByRole("textbox", { name: "E-mail или телефон аукциониста" })).toHaveFocus();
  });

  it("that starts by itself says when before it is started", async () => {
    const { person } = open("/house-account/1/catalogs/17", { ...scheduled, isAutoStart: true });
    await screen.findByText("Фотографии есть у всех лотов");
    await person.click(screen.getByRole("button", { name: "Запустить" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Запустить торги?" }));
    expect(dialog.getByText(/^Торги начнутся сами 21 ноября, 14:42 \(МСК\)\./)).toBeVisible();
    expect(dialog.queryByText(/^Проверка нашла/)).not.toBeInTheDocument();
  });

  it.each([
    ["startDate", { startDate: null }, () => screen.getByLabelText("Начало торгов")],
    ["commission", { commission: 0 }, () => screen.getByRole("textbox", { name: "Комиссия, %" })],
    [
      "auctioneer",
      { auctioneers: [] },
      () => screen.getByRole("textbox", { name: "E-mail или телефон аукциониста" }),
    ],
  ])("leads from a finding to its field: %s", async (name, extra, field) => {
    const { person, router } = open("/house-account/1/catalogs/17", extra);
    const remedies = await screen.findAllByRole("link", { name: "Исправить" });
    const remedy = remedies.find((link) => link.getAttribute("href")?.endsWith(`?field=${name}`));
    if (!remedy) throw new Error(`nothing leads to ${name}`);
    await person.click(remedy);
    await waitFor(() => expect(field()).toHaveFocus());
    await person.click(screen.getByRole("textbox", { name: "Название" }));
    await person.click(remedy);
    await waitFor(() => expect(field()).toHaveFocus());
    expect(router.location.pathname).toBe("/house-account/1/catalogs/17");
  });

  it.each([
    ["of the house's staff after a question", "elena@example.org"],
    ["from outside by the contact, which the house alone knows", null],
  ])("loses an auctioneer %s", async (_who, eMail) => {
    const { world, person } = open();
    const sent: unknown[] = [];
    server.use(
      http.get("*/api/house/1/staff", () =>
        json([{ userId: 4, displayName: "Елена Мирская", eMail, phone: null }]),
      ),
      http.get("*/api/house/1/invitations", () =>
        json([
          {
            id: 3,
            role: "auctioneer",
            catalogId: 17,
            email: "oleg@example.org",
            number: null,
            expires: at(DAY),
          },
        ]),
      ),
      http.post("*/api/accounts/auctioneer/unregister", async ({ request }) => {
        const body = (await request.json()) as { email: string };
        sent.push(body);
        if (body.email === "elena@example.org") world.catalog = { ...world.catalog, auctioneers: [] };
        return json(null);
      }),
    );
    expect(await screen.findByText(/^Приглашение не принято, ответ до/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Отозвать приглашение: oleg@example.org" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Снять: Елена Мирская" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Снять аукциониста?" }));
    const dismiss = dialog.getByRole("button", { name: "Снять" });
    if (eMail === null) {
      const field = await dialog.findByRole("textbox", { name: /по которому приглашали/ });
      await person.type(field, "other@example.org");
      await person.click(dismiss);
      await waitFor(() => expect(field).toHaveAccessibleDescription("По этому контакту аукциониста нет"));
      await person.clear(field);
      await person.type(field, "elena@example.org");
    }
    await waitFor(() => expect(dismiss).toBeEnabled());
    await person.click(dismiss);
    expect(await screen.findByText("Роль аукциониста снята")).toBeVisible();
    expect(sent.at(-1)).toEqual({ catalogId: 17, email: "elena@example.org" });
  });

  it("is hidden, and shown again within ten seconds", async () => {
    const { world, person } = open();
    await person.click(await screen.findByRole("button", { name: "Действия" }));
    await person.click(await screen.findByRole("menuitem", { name: "Скрыть" }));
    await person.click(await screen.findByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(world.calls).toEqual(["hide", "show"]));
  });

  it("of another house does not exist here", async () => {
    open("/house-account/1/catalogs/17", { houseId: 2 });
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});

it("a new catalog is a draft with the house's steps", async () => {
  const { world, person, router } = open("/house-account/1/catalogs/new");
  const title = await screen.findByRole("textbox", { name: "Название" });
  await person.click(screen.getByRole("button", { name: "Создать черновик" }));
  expect(await screen.findByText("Проверьте введённые данные")).toBeVisible();
  await person.type(title, "Графика");
  await person.click(screen.getByRole("button", { name: "Создать черновик" }));
  await waitFor(() => expect(router.location.pathname).toBe("/house-account/1/catalogs/17"));
  expect(world.saved[0]).toMatchObject({
    id: null,
    houseId: 1,
    title: "Графика",
    stepsTable: null,
    commission: 15,
  });
  await waitFor(() => expect(screen.queryByText("Проверьте введённые данные")).not.toBeInTheDocument());
});
