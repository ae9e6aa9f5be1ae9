import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { StaffInvitation, StaffPost } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { at, HOUR, makeUser } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { Work } from "./Work";

const invitation: StaffInvitation = {
  id: 5,
  houseId: 1,
  houseName: "Дом на Мойке",
  role: "manager",
  catalogId: null,
  catalogName: null,
  created: at(-HOUR),
  expires: at(720 * HOUR),
};
const post: StaffPost = {
  houseId: 2,
  houseName: "Галерея",
  isManager: false,
  isOwner: false,
  isNewsmaker: true,
  isShown: true,
  isContactShown: false,
};

function open() {
  signIn(makeUser());
  const held = { invitations: [invitation], posts: [post], sent: [] as unknown[] };
  const keep = async (request: Request) => {
    held.sent.push([new URL(request.url).pathname, await request.json().catch(() => null)]);
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.get("*/api/accounts/invitations", () => json(held.invitations)),
    http.get("*/api/accounts/staff", () => json(held.posts)),
    http.post("*/api/accounts/invitations/:id/:action", ({ request }) => {
      held.invitations = [];
      return keep(request);
    }),
    http.put("*/api/accounts/staff/:id", ({ request }) => keep(request)),
  );
  return { held, person: userEvent.setup(), ...renderPart(<Work />) };
}

it("an invitation is accepted with what visitors may see", async () => {
  const { held, person, container } = open();
  expect(await screen.findByText(/«Дом на Мойке» приглашает вас стать менеджером/)).toBeInTheDocument();
  await expectAccessible(container);
  const [name, contact] = screen.getAllByRole("checkbox");
  if (!name || !contact) throw new Error("no consent is asked for");
  expect(name).not.toBeChecked();
  expect(contact).toBeDisabled();
  await person.click(name);
  await person.click(contact);
  await person.click(screen.getByRole("button", { name: "Принять" }));
  expect(await screen.findByText("Приглашение принято")).toBeInTheDocument();
  expect(held.sent).toEqual([
    ["/api/accounts/invitations/5/accept", { isShown: true, isContactShown: true }],
  ]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Принять" })).not.toBeInTheDocument());
  expect(screen.getByRole("heading", { name: "Работа в аукционных домах" })).toHaveFocus();
});

it("an invitation is declined", async () => {
  const { held, person } = open();
  await person.click(await screen.findByRole("button", { name: "Отклонить" }));
  expect(await screen.findByText("Приглашение отклонено")).toBeInTheDocument();
  expect(held.sent).toEqual([["/api/accounts/invitations/5/decline", null]]);
});

it("who works for a house takes the consent back, and the contact's with it", async () => {
  const { held, person } = open();
  expect(await screen.findByText("редактор новостей")).toBeInTheDocument();
  const shown = screen
    .getAllByRole("checkbox", { name: "Показывать посетителям моё имя и должность" })
    .at(-1);
  if (!shown) throw new Error("no consent is shown");
  expect(shown).toBeChecked();
  await person.click(shown);
  await waitFor(() =>
    expect(held.sent).toEqual([["/api/accounts/staff/2", { isShown: false, isContactShown: false }]]),
  );
});
