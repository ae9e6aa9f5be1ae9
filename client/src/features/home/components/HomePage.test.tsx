import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { typeset } from "@/lib/format";
import { expectAccessible } from "@/testing/axe";
import { at, DAY, HOUR, makeCatalog, makeFullLot, makeLot, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { CatalogState, CatalogType, LotState } from "@/trade/enums";
import { heroSale } from "./HomePage";

const parallel = makeCatalog({
  id: 11,
  title: "Пейзаж",
  catalogType: CatalogType.Parallel,
  currentLotId: null,
  endDate: at(5 * HOUR),
});
const future = makeCatalog({
  id: 12,
  title: "Иконопись",
  state: CatalogState.Scheduled,
  currentLotId: null,
  startDate: at(7 * DAY),
});

describe("the sale of the hero", () => {
  const classic = makeCatalog();
  it.each([
    ["a running classic one first", [parallel, classic], [future], classic.id],
    ["else any that runs", [parallel], [future], parallel.id],
    ["else the next to come", [], [future], future.id],
    ["else none", [], [], undefined],
  ])("%s", (_name, current, next, id) => {
    expect(heroSale(current, next)?.id).toBe(id);
  });
});

function serve() {
  server.use(
    http.get("*/api/catalog", ({ request }) => {
      const scope = new URL(request.url).searchParams.get("scope");
      return json(pageOf(scope === "current" ? [makeCatalog(), parallel] : [future]));
    }),
    http.get("*/api/lots/48", () => json(makeFullLot({ id: 48, catalogLotId: 48 }))),
    http.post("*/api/chat/10/count", () => json({ count: 137 })),
  );
}

describe("the home page", () => {
  it("shows the running sale, its lot and the way into the hall", async () => {
    serve();
    renderApp("/");
    expect(
      await screen.findByRole("heading", { level: 1, name: typeset(makeCatalog().title) }),
    ).toBeVisible();
    expect(await screen.findByText("лот 48 из 214")).toBeVisible();
    expect(await screen.findByText(/137.участников/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Войти в зал" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^\/auction\/10\/russkaya-zhivopis/),
    );
  });

  it("lists what runs, then what comes", async () => {
    serve();
    renderApp("/");
    const rows = await screen.findAllByRole("article");
    const titles = rows.slice(0, 3).map((row) => within(row).getByRole("heading", { level: 3 }).textContent);
    expect(titles).toEqual([typeset(makeCatalog().title), "Пейзаж", "Иконопись"]);
  });

  it("tells viewers where they stand, in words", async () => {
    serve();
    const me = makeUser();
    const leading = makeLot({ id: 1, myParticipant: 217 });
    const outbid = makeLot({ id: 2 });
    signIn(me);
    server.use(
      http.get("*/api/lots/rnd", ({ request }) =>
        json(new URL(request.url).searchParams.has("top") ? [] : [leading, outbid]),
      ),
      http.get("*/api/trade/bet/my", () =>
        json(pageOf([{ bet: null, absentee: null, lot: outbid, isLeading: false, isOutbid: true }])),
      ),
    );
    renderApp("/");
    expect(await screen.findByText("Вы лидируете")).toBeVisible();
    expect(await screen.findByText("Ваша ставка перебита")).toBeVisible();
  });

  it("shows a limit that waits for its lot on its card, never as outbid", async () => {
    serve();
    signIn(makeUser());
    const waiting = makeLot({
      id: 3,
      state: LotState.None,
      catalogState: CatalogState.Scheduled,
      leadingBet: null,
    });
    server.use(
      http.get("*/api/lots/rnd", ({ request }) =>
        json(new URL(request.url).searchParams.has("top") ? [] : [waiting]),
      ),
      http.get("*/api/trade/bet/my", () =>
        json(pageOf([{ bet: null, absentee: 90_000, lot: waiting, isLeading: false, isOutbid: true }])),
      ),
    );
    renderApp("/");
    expect(await screen.findByText("Ваш лимит 90 000 ₽")).toBeVisible();
    expect(screen.queryByText("Ваша ставка перебита")).not.toBeInTheDocument();
  });

  it("says so when nothing runs and nothing is announced", async () => {
    server.use(http.get("*/api/catalog", () => json(pageOf([]))));
    renderApp("/");
    expect(await screen.findByRole("heading", { name: "Торги готовятся" })).toBeVisible();
  });

  it("passes axe", async () => {
    serve();
    const { container } = renderApp("/");
    await screen.findByText("лот 48 из 214");
    await screen.findAllByText("Рассвет на Волге");
    await expectAccessible(container);
  });
});
