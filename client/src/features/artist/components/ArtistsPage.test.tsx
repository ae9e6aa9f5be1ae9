import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { makeArtist } from "@/testing/admin";
import { expectAccessible } from "@/testing/axe";
import { pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, server } from "@/testing/server";

let asked: URLSearchParams[] = [];
beforeEach(() => {
  asked = [];
  server.use(
    http.get("*/api/artists/letters", () =>
      json([
        { letter: "Р", artists: 2 },
        { letter: "…", artists: 1 },
      ]),
    ),
    http.post("*/api/artists/search", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return json(
        pageOf([
          makeArtist({ name: "Илья Репин", lifeYears: "1844–1930", offeredCount: 3, soldCount: 12 }),
          makeArtist({ id: 215, name: "Мастерская Г. Рябцева", offeredCount: 0, soldCount: 1 }),
          makeArtist({ id: 216, name: "Никто", offeredCount: 0, soldCount: 0, lotsCount: 0 }),
        ]),
      );
    }),
  );
});

it("artists have their dates, what they offer and sold, and letters where they have no picture", async () => {
  const { container } = renderApp("/artists");
  await screen.findByText("Илья Репин");
  const rows = within(screen.getByRole("main")).getAllByRole("listitem");
  const said = rows.map((row) => row.textContent?.replaceAll("\u00a0", " "));
  expect(said).toEqual([
    "ИРИлья Репин1844–19303 лота в продаже, 12 продано",
    "МГМастерская Г. Рябцева1 продан",
    "ННиктоЛотов пока нет",
  ]);
  await expectAccessible(container);
});

it("a letter narrows the list, and a search is of all letters", async () => {
  const { router } = renderApp("/artists?page=2");
  const letters = await screen.findByRole("navigation", { name: "По первой букве фамилии" });
  await userEvent.click(within(letters).getByRole("link", { name: /^Р, 2.художника$/ }));
  expect(router.location.search).toBe(`?${new URLSearchParams({ letter: "Р" })}`);
  expect(within(letters).getByRole("link", { name: /^Р, 2.художника$/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await screen.findByText("Илья Репин");
  expect(asked.at(-1)?.get("letter")).toBe("Р");
  expect(asked.at(-1)?.get("pageNumber")).toBe("1");
  await userEvent.type(screen.getByLabelText("Поиск художников"), "репин{Enter}");
  await screen.findByText("Илья Репин");
  expect(router.location.search).toBe(`?${new URLSearchParams({ search: "репин" })}`);
  expect(asked.at(-1)?.get("letter")).toBeNull();
});
