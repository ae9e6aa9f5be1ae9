import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { CatalogState } from "@/lib/enums";
import { expectAccessible } from "@/testing/axe";
import { at, HOUR, makeFullCatalog, makeFullHouse, makeFullLot, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";

it.each(["console", "room"])("says at once that a rehearsal is over: %s", async (view) => {
  signIn(makeUser({ managerOfHouseIds: [1] }));
  const rehearsal = makeFullCatalog({
    id: 77,
    rehearsalOf: 10,
    isController: true,
    state: CatalogState.InProcess,
    startDate: at(-HOUR),
  });
  let isGone = false;
  server.use(
    http.get("*/api/catalog/77", () =>
      isGone ? problem(404, { title: "not_found" }) : json({ ...rehearsal, houseId: 1 }),
    ),
    http.get("*/api/house/:id", () => json(makeFullHouse())),
    http.get("*/api/house/orders/my", () => json([])),
    http.get("*/api/catalog/77/lots", () => json(pageOf([makeFullLot({ catalogId: 77 })]))),
    http.get("*/api/lots/:id", () => json(makeFullLot({ catalogId: 77 }))),
    http.get("*/api/trade/:any/:rest*", () => json([])),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/77/count", () => json(0)),
  );
  snapshots.set(77, {
    serverTime: at(0),
    catalog: { ...rehearsal, catalogId: 77 },
    lots: [],
    members: 3,
    myParticipant: null,
  });
  const { container } = renderApp(`/auction/77?viewType=${view}`);
  expect(await screen.findByText("Репетиция")).toBeVisible();
  await waitFor(() => expect(socketOf("/Chat").sent.length).toBeGreaterThan(0));
  isGone = true;
  snapshots.clear();
  act(() => socketOf("/Chat").drop());
  act(() => void socketOf("/Chat").connect());
  expect(await screen.findByText("Репетиция закончена")).toBeVisible();
  expect(screen.getByRole("link", { name: "Открыть аукцион" })).toHaveAttribute(
    "href",
    "/auction/10?viewType=catalog",
  );
  await expectAccessible(container);
});
