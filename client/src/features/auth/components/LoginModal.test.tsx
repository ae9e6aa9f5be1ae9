import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { CONSENT_VERSION } from "@/lib/consents";
import { expectAccessible } from "@/testing/axe";
import { makeLot, makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, world } from "@/testing/server";

const empty = () => new HttpResponse(null, { status: 200, headers: { "content-length": "0" } });

/** The calls of a login by call; the right code is 4821. */
function serveCalls() {
  server.use(
    http.post("*/api/auth/call", () => json({ sessionKey: "key" })),
    http.post("*/api/auth/verify", async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      return code === "4821" ? empty() : problem(404, { title: "not_found", detail: "Неверный пароль" });
    }),
    http.post("*/api/signin", () => {
      world.user = makeUser();
      return json({ token: "fresh", user: world.user });
    }),
  );
}

const CONSENT = /согласие на обработку персональных данных/;

async function openLogin({ consents = true } = {}) {
  const app = renderApp("/about");
  const [button] = await screen.findAllByRole("button", { name: "Войти" });
  if (!button) throw new Error("no login button");
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Вход" }));
  if (consents) await userEvent.click(await dialog.findByRole("checkbox", { name: CONSENT }));
  return { app, dialog };
}

async function askForCall() {
  const opened = await openLogin();
  await userEvent.type(await opened.dialog.findByLabelText("Телефон"), "9161234567{Enter}");
  return { ...opened, code: await opened.dialog.findByLabelText("Код из 4 цифр") };
}

describe("login by call", () => {
  it("checks the code at its fourth digit, then goes to the profile", async () => {
    serveCalls();
    const { app, code } = await askForCall();
    await userEvent.type(code, "4821");
    await waitFor(() => expect(app.router.location.pathname).toBe("/account/profile"));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(document.cookie).toContain("token=fresh");
  });

  it("says «Неверный код», empties the field and takes another try", async () => {
    serveCalls();
    const { dialog, code } = await askForCall();
    await userEvent.type(code, "0000");
    expect(await dialog.findByText("Неверный код")).toBeVisible();
    expect(code).toHaveValue("");
    expect(code).toHaveFocus();
    expect(document.cookie).not.toContain("token=");
  });

  it("counts 59 seconds before the next call", async () => {
    serveCalls();
    const { dialog } = await askForCall();
    expect(dialog.getByRole("button", { name: /Позвонить ещё раз через.0:5\d/ })).toBeDisabled();
  });

  it("stops counting and says «Неизвестная ошибка» when the check itself fails", async () => {
    serveCalls();
    server.use(http.post("*/api/auth/verify", () => problem(500)));
    const { dialog, code } = await askForCall();
    await userEvent.type(code, "4821");
    expect(await dialog.findByText("Неизвестная ошибка")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Позвонить ещё раз" })).toBeEnabled();
  });

  it("offers the outgoing call when the operator does not let ours through", async () => {
    server.use(http.post("*/api/auth/call", () => problem(503)));
    const { dialog } = await openLogin();
    await userEvent.type(await dialog.findByLabelText("Телефон"), "9161234567{Enter}");
    await userEvent.click(await dialog.findByRole("button", { name: "Позвонить самому" }));
    expect(await dialog.findByRole("button", { name: "Показать номер" })).toBeVisible();
    expect(dialog.getByLabelText("Телефон")).toHaveValue("+7 (916) 123-45-67");
  });

  it("asks for the whole number before it calls", async () => {
    const { dialog } = await openLogin();
    await userEvent.type(await dialog.findByLabelText("Телефон"), "916{Enter}");
    expect(await dialog.findByText("Введите номер телефона полностью")).toBeVisible();
  });

  it("takes a code out of a pasted message", async () => {
    serveCalls();
    const { app, code } = await askForCall();
    await userEvent.click(code);
    await userEvent.paste("Ваш код: 48-21");
    await waitFor(() => expect(app.router.location.pathname).toBe("/account/profile"));
  });
});

describe("login by the person's own call", () => {
  it("shows the number to ring, and lets in once the call has come", async () => {
    serveCalls();
    let asked = 0;
    server.use(
      http.post("*/api/auth/callback", () => json({ id: "c1", sessionKey: "key", phone: "88000000000" })),
      http.post("*/api/auth/callback/check/c1", () => {
        asked += 1;
        return json({ status: asked > 1 ? "confirmed" : "pending" });
      }),
    );
    const { app, dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Вы звоните/ }));
    await userEvent.type(await dialog.findByLabelText("Телефон"), "9161234567{Enter}");
    expect(await dialog.findByText("8 (800) 000-00-00")).toBeVisible();
    expect(dialog.getByText("Ждём звонка")).toBeVisible();
    await waitFor(() => expect(app.router.location.pathname).toBe("/account/profile"));
  });

  it("replaces the attempt when it begins again", async () => {
    serveCalls();
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/auth/callback", async ({ request }) => {
        bodies.push(await request.json());
        const id = `c${bodies.length}`;
        return json({ id, sessionKey: `key-${id}`, phone: "88000000000" });
      }),
      http.post("*/api/auth/callback/check/c1", () => json({ status: "expired" })),
      http.post("*/api/auth/callback/check/c2", () => json({ status: "pending" })),
    );
    const { dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Вы звоните/ }));
    await userEvent.type(await dialog.findByLabelText("Телефон"), "9161234567{Enter}");
    expect(await dialog.findByText(/Время ожидания вышло/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Показать номер" }));
    expect(await dialog.findByText("Ждём звонка")).toBeVisible();
    expect(bodies[1]).toMatchObject({ replaces: "key-c1" });
  });

  it("asks for the code of an SMS if others waited for the call too", async () => {
    serveCalls();
    const tried: unknown[] = [];
    server.use(
      http.post("*/api/auth/callback", () => json({ id: "c1", sessionKey: "key", phone: "88000000000" })),
      http.post("*/api/auth/callback/check/c1", () =>
        json({ status: tried.length > 1 ? "confirmed" : "ambiguous" }),
      ),
      http.post("*/api/auth/verify", async ({ request }) => {
        tried.push(await request.json());
        return tried.length > 1 ? empty() : problem(404);
      }),
    );
    const { app, dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Вы звоните/ }));
    await userEvent.type(await dialog.findByLabelText("Телефон"), "9161234567{Enter}");
    const field = await dialog.findByLabelText("Код из 8 цифр");
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/SMS с кодом из 8 цифр/);
    expect(dialog.getByText("+7 (916) 123-45-67")).toBeVisible();
    await expectAccessible(document.body);
    await userEvent.type(field, "12345678");
    expect(await dialog.findByText("Неверный код")).toBeVisible();
    expect(field).toHaveValue("");
    await userEvent.type(field, "48219073");
    await waitFor(() => expect(app.router.location.pathname).toBe("/account/profile"));
    expect(tried[1]).toEqual({ sessionKey: "key", code: "48219073" });
  });
});

describe("login by e-mail", () => {
  it("offers the outgoing call when codes to the contact are used up", async () => {
    const detail = "Слишком много попыток входа, попробуйте позже";
    server.use(http.post("*/api/auth/email", () => problem(429, { detail })));
    const { dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Код на e-mail/ }));
    await userEvent.type(await dialog.findByLabelText("E-mail"), "anna@example.org{Enter}");
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      `${detail}. Войти сейчас можно, позвонив самому.`,
    );
    await expectAccessible(document.body);
    await userEvent.click(dialog.getByRole("button", { name: "Позвонить самому" }));
    expect(await dialog.findByRole("button", { name: "Показать номер" })).toBeVisible();
  });

  it("refuses what is no address", async () => {
    const { dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Код на e-mail/ }));
    await userEvent.type(await dialog.findByLabelText("E-mail"), "anna@example{Enter}");
    expect(await dialog.findByText("Введите корректный email")).toBeVisible();
  });

  it("says «Неверный пароль» when the login is not given for a right code", async () => {
    server.use(
      http.post("*/api/auth/email", () => json({ sessionKey: "key" })),
      http.post("*/api/auth/email/verify", empty),
      http.post("*/api/auth/email/signin", () => problem(404)),
    );
    const { dialog } = await openLogin();
    await userEvent.click(await dialog.findByRole("radio", { name: /Код на e-mail/ }));
    await userEvent.type(await dialog.findByLabelText("E-mail"), "anna@example.org{Enter}");
    await userEvent.type(await dialog.findByLabelText("Код из 6 цифр"), "319042");
    expect(await dialog.findByText("Неверный пароль")).toBeVisible();
  });
});

it("goes on with what the login interrupted: a favourite", async () => {
  serveCalls();
  world.lots = [makeLot({ titleRu: "Рассвет на Волге" })];
  const { router } = renderApp("/lots");
  await userEvent.click(await screen.findByRole("button", { name: "Добавить в избранное: лот 12" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Вход" }));
  expect(await dialog.findByText("После входа лот 12 будет в избранном.")).toBeVisible();
  await userEvent.click(dialog.getByRole("checkbox", { name: CONSENT }));
  await userEvent.type(dialog.getByLabelText("Телефон"), "9161234567{Enter}");
  await userEvent.type(await dialog.findByLabelText("Код из 4 цифр"), "4821");
  expect(await screen.findByRole("button", { name: "Убрать из избранного: лот 12" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(router.location.pathname).toBe("/lots");
  expect(world.favourites.map((l) => l.id)).toEqual([12]);
});

describe("the consent to the processing of personal data", () => {
  it("is asked for before a code is sent, in each way, and links to the policy", async () => {
    const sent: string[] = [];
    server.use(
      http.post("*/api/auth/:way", ({ params }) => {
        sent.push(String(params.way));
        return json({ sessionKey: "key" });
      }),
    );
    const { dialog } = await openLogin({ consents: false });
    const consent = () => dialog.getByRole("checkbox", { name: CONSENT });
    expect(consent()).not.toBeChecked();
    expect(dialog.getByRole("link", { name: "политики обработки данных" })).toHaveAttribute(
      "href",
      "/docs/datapolicy.pdf",
    );
    await userEvent.type(await dialog.findByLabelText("Телефон"), "9161234567{Enter}");
    expect(dialog.getByText("Без согласия войти нельзя")).toBeVisible();
    expect(consent()).toHaveFocus();
    await expectAccessible(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("radio", { name: /Вы звоните/ }));
    await userEvent.click(await dialog.findByRole("button", { name: "Показать номер" }));
    await userEvent.click(dialog.getByRole("radio", { name: /Код на e-mail/ }));
    await userEvent.type(await dialog.findByLabelText("E-mail"), "anna@example.org{Enter}");
    expect(sent).toEqual([]);

    await userEvent.click(consent());
    expect(dialog.queryByText("Без согласия войти нельзя")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Отправить код" }));
    expect(await dialog.findByLabelText("Код из 6 цифр")).toBeVisible();
    expect(sent).toEqual(["email"]);
  });

  it.each([
    [/Вам позвонят/, "Получить звонок", "Телефон", "Введите номер телефона полностью"],
    [/Вы звоните/, "Показать номер", "Телефон", "Введите номер телефона полностью"],
    [/Код на e-mail/, "Отправить код", "E-mail", "Введите корректный email"],
  ])("is missed together with what else is wrong in an empty form: %s", async (way, send, label, fault) => {
    const { dialog } = await openLogin({ consents: false });
    await userEvent.click(await dialog.findByRole("radio", { name: way }));
    await userEvent.type(await dialog.findByLabelText(label), "{Enter}");
    expect(await dialog.findByText(fault)).toBeVisible();
    expect(dialog.getByText("Без согласия войти нельзя")).toBeVisible();
    expect(dialog.getByLabelText(label)).toHaveFocus();
    expect(dialog.getByRole("button", { name: send })).toBeEnabled();
  });

  it("goes along with the login, by call and by e-mail", async () => {
    const given: unknown[] = [];
    const signIn = async ({ request }: { request: Request }) => {
      given.push(((await request.json()) as { personalDataConsent?: string }).personalDataConsent);
      return problem(404);
    };
    serveCalls();
    server.use(
      http.post("*/api/signin", signIn),
      http.post("*/api/auth/email", () => json({ sessionKey: "key" })),
      http.post("*/api/auth/email/verify", empty),
      http.post("*/api/auth/email/signin", signIn),
    );
    const { dialog, code } = await askForCall();
    await userEvent.type(code, "4821");
    expect(await dialog.findByText("Неверный пароль")).toBeVisible();
    await userEvent.click(dialog.getByRole("radio", { name: /Код на e-mail/ }));
    await userEvent.type(await dialog.findByLabelText("E-mail"), "anna@example.org{Enter}");
    await userEvent.type(await dialog.findByLabelText("Код из 6 цифр"), "319042");
    expect(await dialog.findByText("Неверный пароль")).toBeVisible();
    expect(given).toEqual([CONSENT_VERSION, CONSENT_VERSION]);
  });
});

it("passes axe in each way", async () => {
  const { dialog } = await openLogin();
  for (const way of [/Вам позвонят/, /Вы звоните/, /Код на e-mail/]) {
    await userEvent.click(await dialog.findByRole("radio", { name: way }));
    await expectAccessible(screen.getByRole("dialog"));
  }
});

describe("the second step", () => {
  it("asks for a code of the authenticator, and takes another try", async () => {
    serveCalls();
    const tried: (string | undefined)[] = [];
    server.use(
      http.post("*/api/signin", async ({ request }) => {
        const { secondFactor } = (await request.json()) as { secondFactor?: string };
        tried.push(secondFactor);
        if (!secondFactor) return problem(409, { title: "second_factor_required" });
        if (secondFactor !== "123456") {
          return problem(404, { title: "wrong_second_factor", detail: "Неверный код" });
        }
        world.user = makeUser();
        return json({ token: "fresh", user: world.user });
      }),
    );
    const { app, code } = await askForCall();
    await userEvent.type(code, "4821");
    const dialog = within(await screen.findByRole("dialog", { name: "Вход" }));
    await userEvent.type(await dialog.findByLabelText("Код"), "000000{Enter}");
    expect(await dialog.findByText("Неверный код")).toBeVisible();
    await expectAccessible(screen.getByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Код"), "123456{Enter}");
    await waitFor(() => expect(app.router.location.pathname).toBe("/account/profile"));
    expect(tried).toEqual([undefined, "000000", "123456"]);
  });
});
