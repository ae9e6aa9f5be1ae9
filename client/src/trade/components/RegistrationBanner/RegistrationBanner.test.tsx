import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { HouseOrder, SendOrder, User } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { makeFullHouse, makeUser } from "@/testing/factories";
import { makeOrder } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { OrderStatus } from "@/trade/enums";
import { RegistrationBanner } from "./RegistrationBanner";

const NONE = "Для участия в аукционе необходимо зарегистрироваться на странице аукционного дома";

function show(user: User | null, orders: HouseOrder[]) {
  if (user) signIn(user);
  const held = { orders };
  server.use(
    http.get("*/api/house/orders/my", () => json(held.orders)),
    http.get("*/api/house/1", () => json(makeFullHouse())),
  );
  return { held, ...renderPart(<RegistrationBanner houseId={1} />) };
}

describe("the registration banner", () => {
  it.each([
    ["a visitor", null, [], NONE],
    ["a user without a request", makeUser(), [], NONE],
    ["a user whose request is of another house", makeUser(), [makeOrder({ houseId: 2 })], NONE],
    ["an applicant", makeUser(), [makeOrder({ status: OrderStatus.Pending })], "Ваша заявка на рассмотрении"],
    [
      "an accepted bidder",
      makeUser({ acceptedInHouseIds: [1] }),
      [makeOrder()],
      "Вы можете участвовать в торгах этого аукционного дома",
    ],
    ["a rejected one", makeUser(), [makeOrder({ status: OrderStatus.Rejected })], "Ваша заявка отклонена"],
  ])("tells %s where they stand", async (_who, user, orders, text) => {
    const { container } = show(user, orders);
    expect(await screen.findByText(text)).toBeInTheDocument();
    await expectAccessible(container);
  });

  it("goes by the newest request", async () => {
    show(makeUser(), [
      makeOrder({ orderId: 6, status: OrderStatus.Pending }),
      makeOrder({ orderId: 5, status: OrderStatus.Rejected }),
    ]);
    expect(await screen.findByText("Ваша заявка на рассмотрении")).toBeInTheDocument();
  });

  it("stays closed for its house once «одобрена» was closed", async () => {
    const person = userEvent.setup();
    const user = makeUser({ acceptedInHouseIds: [1] });
    const first = show(user, [makeOrder()]);
    expect(await screen.findByText("Ваша заявка одобрена")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Закрыть" }));
    expect(screen.queryByText("Ваша заявка одобрена")).not.toBeInTheDocument();
    first.unmount();
    renderPart(
      <>
        <RegistrationBanner houseId={1} />
        <RegistrationBanner houseId={2} />
      </>,
    );
    // The other house's banner has rendered, so this one is not just late.
    expect(await screen.findByText(NONE)).toBeInTheDocument();
    expect(screen.queryByText("Ваша заявка одобрена")).not.toBeInTheDocument();
  });

  it("asks a new account its name before its first request", async () => {
    const person = userEvent.setup();
    const nameless = makeUser({ displayName: "Участник 7" });
    const { held } = show(nameless, []);
    const names: unknown[] = [];
    server.use(
      http.put("*/api/accounts", async ({ request }) => {
        names.push(await request.json());
        world.user = makeUser();
        return json(world.user);
      }),
      http.post("*/api/house/orders/send", () => {
        held.orders = [makeOrder({ status: OrderStatus.Pending })];
        return json(held.orders[0] ?? null);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Зарегистрироваться" }));
    await person.click(await screen.findByRole("button", { name: "Отправить заявку" }));
    expect(await screen.findByText("Представьтесь, чтобы отправить заявку")).toBeVisible();
    expect(names).toEqual([]);
    await person.type(screen.getByLabelText(/Имя и фамилия/), "Анна Иванова");
    await person.click(screen.getByRole("button", { name: "Отправить заявку" }));
    expect(await screen.findByText("Ваша заявка на рассмотрении")).toBeVisible();
    expect(names).toEqual([{ displayName: "Анна Иванова" }]);
  });

  it("sends the request with its note, and waits for the decision", async () => {
    const person = userEvent.setup();
    const { held } = show(makeUser(), []);
    const sent: SendOrder[] = [];
    server.use(
      http.post("*/api/house/orders/send", async ({ request }) => {
        sent.push((await request.json()) as SendOrder);
        held.orders = [makeOrder({ status: OrderStatus.Pending })];
        return json(held.orders[0] ?? null);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Зарегистрироваться" }));
    expect(await screen.findByRole("dialog", { name: /^Регистрация: .*Северная галерея/ })).toBeVisible();
    await person.type(
      await screen.findByRole("textbox", { name: "Комментарий к заявке" }),
      " Собираю графику ",
    );
    await person.click(screen.getByRole("button", { name: "Отправить заявку" }));
    expect(await screen.findByText("Запрос на регистрацию отправлен")).toBeInTheDocument();
    expect(screen.getByText("Ответ придёт в сообщения кабинета и на e-mail")).toBeInTheDocument();
    expect(await screen.findByText("Ваша заявка на рассмотрении")).toBeInTheDocument();
    expect(sent).toEqual([{ houseId: 1, note: "Собираю графику" }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("shows the server's refusal where the request is made", async () => {
    const person = userEvent.setup();
    show(makeUser(), []);
    server.use(http.post("*/api/house/orders/send", () => problem(409, { detail: "Заявка уже отправлена" })));
    await person.click(await screen.findByRole("button", { name: "Зарегистрироваться" }));
    await person.click(await screen.findByRole("button", { name: "Отправить заявку" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Заявка уже отправлена");
  });
});
