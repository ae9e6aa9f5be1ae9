import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, makeFullLot, makeUser } from "@/testing/factories";
import { serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

const artist = {
  id: 3,
  name: "Николай Сабуров",
  lifeYears: "1860–1930",
  logo: { previewId: null },
  images: [],
  lotsCount: 6,
  biography: "<p>Писал Волгу.</p>",
};
const subscription = {
  id: 31,
  authorId: 3,
  authorName: artist.name,
  created: at(0),
  expires: at(360 * DAY),
  isActive: true,
};

it("the author's panel shows their life, leads to their works and follows them", async () => {
  const person = userEvent.setup();
  const held = { subscriptions: [] as (typeof subscription)[], asked: [] as unknown[] };
  signIn(makeUser());
  serveLot(makeFullLot());
  server.use(
    http.get("*/api/artists/3", () => json(artist)),
    http.get("*/api/subscription/account/7/active/artist", () => json(held.subscriptions)),
    http.post("*/api/subscription", async ({ request }) => {
      held.asked.push(await request.json());
      held.subscriptions = [subscription];
      return json(subscription);
    }),
    http.delete("*/api/subscription/31", () => {
      held.subscriptions = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp("/lot/12/rassvet-na-volge");
  const panel = within(await screen.findByRole("region", { name: artist.name }));
  expect(panel.getByText("Писал Волгу.")).toBeVisible();
  expect(panel.getByRole("link", { name: /^6.лотов на площадке$/ })).toHaveAttribute(
    "href",
    "/artist/3/nikolay-saburov",
  );
  await expectAccessible(screen.getByRole("region", { name: artist.name }));
  await person.click(panel.getByRole("button", { name: "Следить за автором" }));
  await person.click(await panel.findByRole("button", { name: "Вы следите за автором" }));
  expect(await panel.findByRole("button", { name: "Следить за автором" })).toBeEnabled();
  expect(held.asked).toEqual([{ authorId: 3, durationDays: 360 }]);
});

it("a lot of an unknown author has no such panel", async () => {
  serveLot(makeFullLot({ author: [], authorId: null }));
  renderApp("/lot/12/rassvet-na-volge");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByText("Об авторе")).not.toBeInTheDocument();
});

it("the size stands beside a person where its category says so", async () => {
  const category = { id: 1880, code: "14", name: "Иконы", items: [] };
  serveLot(makeFullLot({ classCode: "14.1", size: "34 × 27 × 2,8 см" }));
  server.use(http.get("*/api/classificator", () => json([category])));
  const { unmount } = renderApp("/lot/12/rassvet-na-volge");
  expect(
    await screen.findByRole("img", { name: /^Работа 34.см на 27.см рядом с человеком ростом 170.см$/ }),
  ).toBeVisible();
  unmount();
  serveLot(makeFullLot({ classCode: "10.1" }));
  renderApp("/lot/12/rassvet-na-volge");
  await screen.findByRole("heading", { name: "О лоте" });
  await waitFor(() =>
    expect(screen.queryByRole("img", { name: /рядом с человеком/ })).not.toBeInTheDocument(),
  );
});
