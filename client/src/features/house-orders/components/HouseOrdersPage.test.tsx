import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { HouseOrder } from "@/lib/api/types";
import { OrderStatus } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { makeFullHouse, makeUser, pageOf } from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const waiting = makeOrder({
  orderId: 9,
  displayName: "Денис Хомутов",
  phone: "79000000028",
  eMail: "denis@example.org",
  note: "Собираю графику",
  status: OrderStatus.Pending,
});

function open(user = makeUser({ managerOfHouseIds: [1] })) {
  signIn(user);
  const sent: { path: string; body: unknown }[] = [];
  let orders: HouseOrder[] = [waiting];
  const take = async ({ request }: { request: Request }) => {
    sent.push({ path: new URL(request.url).pathname, body: await request.json() });
    orders = [];
    return json(waiting);
  };
  server.use(
    http.get("*/api/house/orders", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return json(pageOf(orders.filter((order) => status === null || order.status === Number(status))));
    }),
    http.get("*/api/house/orders/my", () => json([])),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.post("*/api/house/orders/accept-and-trust", take),
    http.post("*/api/house/orders/:id", take),
  );
  return { sent, person: userEvent.setup(), ...renderApp("/house-account/1/orders") };
}

describe("requests for registration", () => {
  it.each([
    ["Принять", "/api/house/orders/9", { orderId: 9, conclusion: "Ждём вас", status: 1 }, "Заявка принята"],
    [
      "Принять и доверять",
      "/api/house/orders/accept-and-trust",
      { orderId: 9, conclusion: "Ждём вас" },
      "Заявка принята, пользователь доверенный",
    ],
    [
      "Отклонить",
      "/api/house/orders/9",
      { orderId: 9, conclusion: "Ждём вас", status: 2 },
      "Заявка отклонена",
    ],
  ])("%s: with a conclusion", async (name, path, body, done) => {
    const { sent, person } = open();
    await person.click(await screen.findByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: "Заключение" }), "Ждём вас");
    await person.click(dialog.getByRole("button", { name }));
    expect(await screen.findByText(done)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText("Все заявки разобраны")).toBeInTheDocument());
    expect(sent).toEqual([{ path, body }]);
  });

  it("show who asks, and their contacts", async () => {
    const { container } = open();
    expect(await screen.findByText("Денис Хомутов")).toBeInTheDocument();
    expect(screen.getByText(/\+7 \(900\) 000-00-28 · denis@example\.org/)).toBeInTheDocument();
    expect(screen.getByText("Собираю графику")).toBeInTheDocument();
    await expectAccessible(container);
  });

  it.each([
    ["a bidder", makeUser({ acceptedInHouseIds: [1] })],
    ["a newsmaker", makeUser({ newsmakerOfHouseIds: [1] })],
    ["a manager of another house", makeUser({ managerOfHouseIds: [2] })],
  ])("are not for %s", async (_who, user) => {
    open(user);
    expect(await screen.findByRole("heading", { name: "Страница не найдена" })).toBeInTheDocument();
  });
});
