import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { PriceQuery, User } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { makeFullLot, makeLot, makeUser, pageOf } from "@/testing/factories";
import { makePriceQuery } from "@/testing/house";
import { serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { CatalogType, PriceQueryStatus } from "@/trade/enums";

const ASK = "ЗАПРОСИТЬ НАЛИЧИЕ И СТОИМОСТЬ";
const offer = {
  catalogType: CatalogType.PostAuction,
  leadingBet: null,
  price: { ...makeLot().price, start: 0, value: null },
} as const;
const lot = makeFullLot(offer);
const user = makeUser();

interface Asked {
  number: string;
  email: string;
  message: string;
}

/** A server that keeps what it is asked and answers with `refusals` first. */
function serveQueries({ refusals = [] as (() => Response)[], queries = [] as PriceQuery[] } = {}) {
  const held = { asked: [] as Asked[], queries };
  server.use(
    http.get("*/api/queries/my", () => json(pageOf(held.queries))),
    http.post("*/api/queries/lots/12/price", async ({ request }) => {
      const body = (await request.json()) as Asked;
      held.asked.push(body);
      const refusal = refusals[held.asked.length - 1];
      if (refusal) return refusal();
      const query = makePriceQuery({ id: 30 + held.asked.length, message: body.message });
      held.queries = [query, ...held.queries];
      return json(query);
    }),
  );
  return held;
}

async function onLot(viewer: User | null = user) {
  if (viewer) signIn(viewer);
  serveLot(lot);
  const person = userEvent.setup();
  const app = renderApp("/lot/12/rassvet-na-volge");
  const page = within(await screen.findByRole("region", { name: "Лот" }));
  return { app, person, page };
}

const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));

function serveSignIn() {
  server.use(
    http.post("*/api/auth/call", () => json({ sessionKey: "key" })),
    http.post(
      "*/api/auth/verify",
      () => new HttpResponse(null, { status: 200, headers: { "content-length": "0" } }),
    ),
    http.post("*/api/signin", () => {
      world.user = user;
      return json({ token: "fresh", user });
    }),
  );
}

async function signInByCall(person: UserEvent, login: Awaited<ReturnType<typeof dialogOf>>) {
  await person.click(login.getByRole("checkbox", { name: /согласие на обработку персональных данных/ }));
  await person.type(login.getByLabelText("Телефон"), "9161234567{Enter}");
  await person.type(await login.findByLabelText("Код из 4 цифр"), "4821");
}

async function openForm(viewer = user) {
  const opened = await onLot(viewer);
  await opened.person.click(await opened.page.findByRole("button", { name: ASK }));
  return { ...opened, dialog: await dialogOf("Узнать цену") };
}

/** Writes the question and goes on to the contacts. */
async function toContacts(viewer = user, question = "Есть ли реставрация?") {
  const { person, dialog, ...rest } = await openForm(viewer);
  const field = dialog.getByLabelText("Вопрос дому");
  await person.clear(field);
  await person.type(field, question);
  await person.click(dialog.getByRole("button", { name: "Продолжить" }));
  return { ...rest, person, dialog: await dialogOf("Как с вами связаться") };
}

describe("a price request", () => {
  it("takes the question, then the contacts of the profile, and is sent", async () => {
    const held = serveQueries();
    const { person, dialog, page } = await toContacts();
    expect(dialog.getByRole("checkbox", { name: /Телефон из профиля \+7 \(916\) 123-45-67/ })).toBeChecked();
    expect(dialog.getByRole("checkbox", { name: /E-mail из профиля anna@example\.org/ })).toBeChecked();
    await expectAccessible(screen.getByRole("dialog"));
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    const sent = await dialogOf("Запрос отправлен");
    expect(
      sent.getByText(/^Ваш запрос отправлен\. Ответ может занять некоторое время\./),
    ).toBeInTheDocument();
    expect(sent.getByRole("link", { name: "Мои запросы цен" })).toHaveAttribute("href", "/account?p=queries");
    await expectAccessible(screen.getByRole("dialog"));
    await person.click(sent.getByRole("button", { name: "Вернуться к лоту" }));
    expect(await page.findByRole("button", { name: "Запрос отправлен" })).toBeDisabled();
    expect(held.asked).toEqual([
      { number: "79161234567", email: "anna@example.org", message: "Есть ли реставрация?" },
    ]);
  });

  it("is sent once, however often its button is pressed", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const { person, dialog } = await toContacts();
    server.use(
      http.post("*/api/queries/lots/12/price", async () => {
        asked += 1;
        await held;
        return json(makePriceQuery());
      }),
    );
    const button = dialog.getByRole("button", { name: "Отправить запрос" });
    await person.click(button);
    await person.click(button);
    release();
    await dialogOf("Запрос отправлен");
    expect(asked).toBe(1);
  });

  it("has a question to begin with, which may not be empty", async () => {
    const { person, dialog } = await openForm();
    const field = dialog.getByLabelText("Вопрос дому");
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("Здравствуйте. Есть ли лот в наличии и сколько он стоит?");
    await expectAccessible(screen.getByRole("dialog"));
    await person.clear(field);
    await person.keyboard("{Control>}{Enter}{/Control}");
    expect(await dialog.findByText("Напишите вопрос")).toBeVisible();
    await person.type(field, "Сколько?");
    expect(dialog.queryByText("Напишите вопрос")).not.toBeInTheDocument();
  });

  it("keeps what was written while the dialog is closed", async () => {
    const { person, dialog, page } = await openForm();
    await person.type(dialog.getByLabelText("Вопрос дому"), " Нужна доставка.");
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await person.click(page.getByRole("button", { name: ASK }));
    expect((await dialogOf("Узнать цену")).getByLabelText("Вопрос дому")).toHaveValue(
      "Здравствуйте. Есть ли лот в наличии и сколько он стоит? Нужна доставка.",
    );
  });

  it("begins on a card as well", async () => {
    signIn(user);
    world.lots = [makeLot(offer)];
    const person = userEvent.setup();
    renderApp("/buy");
    await person.click(await screen.findByRole("button", { name: ASK }));
    expect((await dialogOf("Узнать цену")).getByText("Рассвет на Волге")).toBeInTheDocument();
  });

  it("of a visitor goes on after they have signed in", async () => {
    serveSignIn();
    const { app, person, page } = await onLot(null);
    await person.click(await page.findByRole("button", { name: ASK }));
    const login = await dialogOf("Вход");
    expect(login.getByText("После входа вернёмся к запросу цены.")).toBeInTheDocument();
    await signInByCall(person, login);
    await dialogOf("Узнать цену");
    expect(app.router.location.pathname).toBe("/lot/12/rassvet-na-volge");
  });

  it("is over once the house has answered: the answer stands on the lot, and they may ask again", async () => {
    serveQueries({
      queries: [makePriceQuery({ status: PriceQueryStatus.Processed, answer: "Цена 120 000 ₽" })],
    });
    const { page } = await onLot();
    expect(await page.findByText("Ответ получен")).toBeInTheDocument();
    expect(page.getByText("Цена 120 000 ₽")).toBeInTheDocument();
    expect(page.getByRole("button", { name: ASK })).toBeEnabled();
  });
});

describe("a refused request", () => {
  const invalid = (errors: Record<string, string[]>) => () =>
    problem(422, { title: "validation_failed", errors });

  it("says why at its question", async () => {
    serveQueries({ refusals: [invalid({ message: ["Не более 2000 символов"] })] });
    const { person, dialog } = await toContacts();
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    const question = await dialogOf("Узнать цену");
    expect(question.getByText("Не более 2000 символов")).toBeVisible();
    expect(question.getByLabelText("Вопрос дому")).toHaveValue("Есть ли реставрация?");
  });

  it("says which contact is not confirmed, and asks for it", async () => {
    const text = "Для отправки запроса необходимо подтвердить номер телефона";
    serveQueries({
      refusals: [
        () => {
          world.user = makeUser({ isPhoneConfirmed: false });
          return invalid({ number: [text] })();
        },
      ],
    });
    const { person, dialog } = await toContacts();
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    const field = await dialog.findByRole("textbox", { name: "Телефон" });
    expect(field).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(field).toHaveValue("+7 (916) 123-45-67");
  });

  it("that was stored before counts as sent", async () => {
    const held = serveQueries({ refusals: [() => problem(409, { detail: "Запрос уже отправлен" })] });
    const { person, dialog } = await toContacts();
    held.queries = [makePriceQuery({ message: "Есть ли реставрация?" })];
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    await dialogOf("Запрос отправлен");
  });

  it("beside an open one with other words says so", async () => {
    const held = serveQueries({ refusals: [() => problem(409, { detail: "Запрос уже отправлен" })] });
    const { person, dialog } = await toContacts();
    held.queries = [makePriceQuery({ message: "Есть ли рама?" })];
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Запрос уже отправлен");
  });

  it("for a lot that was sold says so", async () => {
    serveQueries({ refusals: [() => problem(409, { detail: "Лот уже продан" })] });
    const { person, dialog } = await toContacts();
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Лот уже продан");
  });

  it("of an ended session goes on after the next sign-in, as it was written", async () => {
    const held = serveQueries({
      refusals: [
        () => {
          world.user = null;
          return problem(401, { title: "not_authenticated" });
        },
      ],
    });
    serveSignIn();
    const { person, dialog } = await toContacts();
    await person.click(dialog.getByRole("button", { name: "Отправить запрос" }));
    const login = await dialogOf("Вход");
    await signInByCall(person, login);
    const again = await dialogOf("Как с вами связаться");
    await person.click(again.getByRole("button", { name: "Отправить запрос" }));
    await dialogOf("Запрос отправлен");
    expect(held.asked.map(({ message }) => message)).toEqual([
      "Есть ли реставрация?",
      "Есть ли реставрация?",
    ]);
  });
});

describe("a contact that differs from the profile", () => {
  /** The calls that change the phone; the codes are 1111 of the new number and 2222 of the present one. */
  function serveChange() {
    const held = { numbers: [] as string[] };
    server.use(
      http.post("*/api/accounts/change/phone", async ({ request }) => {
        held.numbers.push(((await request.json()) as { number: string }).number);
        return json({ sessionKey: "new", id: null, phone: null });
      }),
      http.post("*/api/accounts/change/phone/old", () => json({ sessionKey: "old", id: null, phone: null })),
      http.post("*/api/accounts/change/phone/accept", async ({ request }) => {
        const { code, oldCode } = (await request.json()) as { code: string; oldCode?: string };
        if (code !== "1111") return problem(404, { title: "wrong_code", detail: "Неверный пароль" });
        const change = {
          kind: "phone",
          contact: "79035550120",
          old: "79161234567",
          due: "2026-11-24T11:32:07.000Z",
        };
        if (oldCode === undefined) return json(change, 202);
        world.user = makeUser({ login: "79035550120" });
        return json(world.user);
      }),
    );
    return held;
  }

  async function toProof() {
    const opened = await toContacts();
    const { person, dialog } = opened;
    await person.click(dialog.getByRole("checkbox", { name: /Телефон из профиля/ }));
    const field = dialog.getByRole("textbox", { name: "Другой телефон" });
    await person.type(field, "903");
    await person.click(dialog.getByRole("button", { name: "Продолжить" }));
    expect(await dialog.findByText("Введите номер телефона полностью")).toBeVisible();
    await person.type(field, "5550120");
    await person.click(dialog.getByRole("button", { name: "Продолжить" }));
    const proof = await dialogOf("Подтвердите телефон");
    await person.type(await proof.findByLabelText("Код из 4 цифр"), "1111");
    expect(await proof.findByText(/подтвердите и прежний/)).toHaveTextContent("+7 (916) 123-45-67");
    await expectAccessible(screen.getByRole("dialog"));
    return { ...opened, proof };
  }

  it("is proved and saved, and the request goes with it", async () => {
    const held = serveQueries();
    const change = serveChange();
    const { person, proof } = await toProof();
    await person.click(proof.getByRole("button", { name: "Получить звонок" }));
    await person.type(await proof.findByLabelText("Код из 4 цифр"), "2222");
    await dialogOf("Запрос отправлен");
    expect(await screen.findByText("Телефон обновлен")).toBeInTheDocument();
    expect(change.numbers).toEqual(["79035550120"]);
    expect(held.asked).toEqual([
      { number: "79035550120", email: "anna@example.org", message: "Есть ли реставрация?" },
    ]);
  });

  it("that has to wait leaves the request to the present one", async () => {
    const held = serveQueries();
    serveChange();
    const { person, proof } = await toProof();
    await person.click(proof.getByRole("button", { name: "Он мне больше не доступен" }));
    const contacts = await dialogOf("Как с вами связаться");
    expect(contacts.getByRole("alert")).toHaveTextContent("сменится через 72 часа");
    await person.click(contacts.getByRole("button", { name: "Отправить запрос" }));
    await dialogOf("Запрос отправлен");
    expect(held.asked.map(({ number }) => number)).toEqual(["79161234567"]);
  });

  it("can be left for the present one", async () => {
    serveChange();
    const { person, proof } = await toProof();
    await person.click(proof.getByRole("button", { name: "Назад к контактам" }));
    const contacts = await dialogOf("Как с вами связаться");
    expect(contacts.getByRole("textbox", { name: "Другой телефон" })).toHaveValue("+7 (903) 555-01-20");
    await person.click(contacts.getByRole("button", { name: "Назад к вопросу" }));
    expect((await dialogOf("Узнать цену")).getByLabelText("Вопрос дому")).toHaveValue("Есть ли реставрация?");
  });

  it("that the server will not call says why at its field", async () => {
    const { person, dialog } = await toContacts();
    server.use(
      http.post("*/api/accounts/change/phone", () =>
        problem(429, { title: "too_many_requests", detail: "Слишком много кодов. Попробуйте позже." }),
      ),
    );
    await person.click(dialog.getByRole("checkbox", { name: /Телефон из профиля/ }));
    const field = dialog.getByRole("textbox", { name: "Другой телефон" });
    await person.type(field, "9035550120");
    await person.click(dialog.getByRole("button", { name: "Продолжить" }));
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(expect.stringContaining("Слишком много кодов")),
    );
  });

  it("is asked for where the profile has none: both contacts, one after the other", async () => {
    const bare = makeUser({ login: null, isPhoneConfirmed: false, eMail: null, isEMailConfirmed: false });
    const held = serveQueries();
    server.use(
      http.post("*/api/accounts/change/:kind", ({ params }) =>
        json({ sessionKey: params.kind === "phone" ? "p" : "e", id: null, phone: null }),
      ),
      http.post("*/api/accounts/change/:kind/accept", ({ params }) => {
        const known = world.user ?? bare;
        world.user =
          params.kind === "phone"
            ? { ...known, login: "79035550120", isPhoneConfirmed: true }
            : { ...known, eMail: "anna@example.org", isEMailConfirmed: true };
        return json(world.user);
      }),
      http.post("*/api/accounts/change/email/old", () => json({ sessionKey: "old", id: null, phone: null })),
    );
    const { person, dialog } = await toContacts(bare);
    await person.type(dialog.getByRole("textbox", { name: "Телефон" }), "9035550120");
    await person.type(dialog.getByRole("textbox", { name: "E-mail" }), "anna@example.org");
    await person.click(dialog.getByRole("button", { name: "Продолжить" }));
    const phone = await dialogOf("Подтвердите телефон");
    await person.type(await phone.findByLabelText("Код из 4 цифр"), "1111");
    const email = await dialogOf("Подтвердите e-mail");
    await person.type(await email.findByLabelText("Код из 6 цифр"), "333333");
    // The number that has just been proved guards the e-mail.
    await person.click(await email.findByRole("button", { name: "Получить звонок" }));
    await person.type(await email.findByLabelText("Код из 4 цифр"), "1111");
    await dialogOf("Запрос отправлен");
    expect(held.asked).toEqual([
      { number: "79035550120", email: "anna@example.org", message: "Есть ли реставрация?" },
    ]);
  });
});
