import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { User, WaitingChange } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { at, HOUR, makeUser } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { Contacts } from "./Contacts";

const NEW = "new@example.org";
const CODES = { new: "111111", old: "222222" };

/** A server that knows both codes. Keeps the bodies that accept a change, and the changes that wait. */
function open(user: User) {
  signIn(user);
  const held = { accepted: [] as object[], waiting: [] as WaitingChange[] };
  const begun = (sessionKey: string) => () => json({ sessionKey, id: null, phone: null });
  const change: WaitingChange = { kind: "email", contact: NEW, old: user.eMail ?? null, due: at(72 * HOUR) };
  server.use(
    http.get("*/api/accounts/changes", () => json(held.waiting)),
    http.post("*/api/accounts/change/email", begun("new")),
    http.post("*/api/accounts/change/email/old", begun("old")),
    http.post("*/api/accounts/change/email/accept", async ({ request }) => {
      const body = (await request.json()) as { code: string; oldCode?: string };
      held.accepted.push(body);
      if (body.code !== CODES.new) return problem(404, { title: "wrong_code", detail: "Неверный пароль" });
      if (body.oldCode === undefined) {
        held.waiting = [change];
        return json(change, 202);
      }
      return body.oldCode === CODES.old
        ? json(user)
        : problem(422, { title: "validation_failed", errors: { oldCode: ["Неверный пароль"] } });
    }),
    http.delete("*/api/accounts/changes/email", () => {
      held.waiting = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { held, person: userEvent.setup(), ...renderPart(<Contacts user={user} />) };
}

async function proveNew(person: ReturnType<typeof userEvent.setup>, code = CODES.new) {
  await person.click(await screen.findByRole("button", { name: /: E-mail/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.type(dialog.getByLabelText("E-mail"), NEW);
  await person.click(dialog.getByRole("button", { name: "Отправить код" }));
  await person.type(await dialog.findByLabelText("Код из 6 цифр"), code);
  return dialog;
}

it("a contact changes with the codes of the new and of the old one", async () => {
  const { held, person } = open(makeUser());
  const dialog = await proveNew(person);
  expect(await dialog.findByText(/подтвердите и прежний/)).toHaveTextContent("anna@example.org");
  await expectAccessible(screen.getByRole("dialog"));
  await person.click(dialog.getByRole("button", { name: "Отправить код" }));
  await person.type(await dialog.findByLabelText("Код из 6 цифр"), "999999");
  expect(await dialog.findByText("Неверный код")).toBeInTheDocument();
  await person.type(dialog.getByLabelText("Код из 6 цифр"), CODES.old);
  expect(await screen.findByText("E-mail обновлен")).toBeInTheDocument();
  expect(held.accepted.at(-1)).toEqual({
    sessionKey: "new",
    code: CODES.new,
    oldSessionKey: "old",
    oldCode: CODES.old,
  });
});

it("without the old one a change waits, and its owner may cancel it", async () => {
  const { person, container } = open(makeUser());
  const dialog = await proveNew(person);
  await person.click(await dialog.findByRole("button", { name: "Он мне больше не доступен" }));
  expect(
    await screen.findByText(/E-mail сменится с anna@example\.org на new@example\.org/),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByText("E-mail обновлен")).not.toBeInTheDocument();
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Отменить смену" }));
  expect(await screen.findByText("Смена отменена")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/E-mail сменится/)).not.toBeInTheDocument());
});

it("a wrong code of the new contact is asked for again", async () => {
  const { person } = open(makeUser());
  const dialog = await proveNew(person, "999999");
  await person.click(await dialog.findByRole("button", { name: "Отправить код" }));
  await person.type(await dialog.findByLabelText("Код из 6 цифр"), CODES.old);
  expect(await dialog.findByText("Неверный код")).toBeInTheDocument();
  expect(dialog.getByText(NEW)).toBeInTheDocument();
});

it("an account without an e-mail proves its number to add one", async () => {
  const { person } = open(makeUser({ eMail: null, isEMailConfirmed: false }));
  const dialog = await proveNew(person);
  expect(await dialog.findByText(/подтвердите и прежний/)).toHaveTextContent("+7 (916) 123-45-67");
  expect(dialog.getByRole("button", { name: "Получить звонок" })).toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: "Он мне больше не доступен" })).not.toBeInTheDocument();
  expect(dialog.getByText("Если этот номер вам больше не доступен, напишите нам.")).toBeInTheDocument();
});

it("a number is proved by the user's own call where ours does not come through", async () => {
  const user = makeUser({ login: null, isPhoneConfirmed: false, eMail: null, isEMailConfirmed: false });
  const { person } = open(user);
  const ways: (string | undefined)[] = [];
  let accepted: object | null = null;
  server.use(
    http.post("*/api/accounts/change/phone", async ({ request }) => {
      const { kind } = (await request.json()) as { kind?: string };
      ways.push(kind);
      if (kind !== "callback") return problem(502, { detail: "Звонок не прошёл" });
      return json({ sessionKey: "own", id: "c1", phone: "88000000000" });
    }),
    http.post("*/api/auth/callback/check/c1", () => json({ status: "confirmed" })),
    http.post("*/api/accounts/change/phone/accept", async ({ request }) => {
      accepted = (await request.json()) as object;
      return json(user);
    }),
  );
  await person.click(await screen.findByRole("button", { name: /: Телефон/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.type(dialog.getByLabelText("Телефон"), "9035550120");
  await person.click(dialog.getByRole("button", { name: "Получить звонок" }));
  expect(await dialog.findByText(/невозможно из-за оператора/)).toBeInTheDocument();
  await person.click(dialog.getByRole("button", { name: "Позвонить самому" }));
  expect(await screen.findByText("Телефон обновлен")).toBeInTheDocument();
  expect(ways).toEqual(["call", "callback"]);
  expect(accepted).toEqual({ sessionKey: "own" });
});

it("another code may be requested after 59 seconds", async () => {
  const { person } = open(makeUser({ eMail: null, isEMailConfirmed: false }));
  await person.click(await screen.findByRole("button", { name: /: E-mail/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.type(dialog.getByLabelText("E-mail"), NEW);
  await person.click(dialog.getByRole("button", { name: "Отправить код" }));
  expect(await dialog.findByRole("button", { name: /Отправить код ещё раз через.0:5\d/ })).toBeDisabled();
  expect(dialog.getByLabelText("Код из 6 цифр")).toHaveFocus();
});
