import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, it } from "vitest";
import type { Lot, Picture, PictureCut } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { categories, makeCatalog, makeFullHouse, makeFullLot, makeUser, pageOf } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { json, problem, server, signIn } from "@/testing/server";
import { serveUploads } from "@/testing/uploads";
import { CatalogState } from "@/trade/enums";

const picture = (id: string, alt: string | null = null): Picture => ({
  id,
  icon: `/api/lots/image/${id}/?size=icon`,
  preview: `/api/lots/image/${id}/?size=preview`,
  full: `/api/lots/image/${id}/?size=full`,
  width: 40,
  height: 30,
  alt,
});

function open(images: Picture[]) {
  signIn(makeUser({ ownerOfHouseIds: [1] }));
  const world = { images, cut: { turns: 0, part: null } as PictureCut, calls: [] as unknown[] };
  const lot = (): Lot => ({
    ...makeFullLot({ id: 1, catalogId: 10, catalogLotId: 1, titleRu: "Рассвет" }),
    gallery: { images: world.images },
  });
  server.use(
    http.get("*/api/classificator", () => json(categories)),
    http.get("*/api/catalog/house/1", () =>
      json(pageOf([makeCatalog({ id: 10, state: CatalogState.Temporary })])),
    ),
    http.get("*/api/house/orders", () => json(pageOf([]))),
    http.get("*/api/house/1", () => json(makeFullHouse())),
    http.get("*/api/house/1/grid", () => json([])),
    http.get("*/api/lots/:id", () => json(lot())),
    http.post("*/api/author", () => json([])),
    http.get("*/api/lots/:id/images/:image/cut", ({ params }) =>
      json({ source: picture(String(params.image)), cut: world.cut }),
    ),
    http.put("*/api/lots/:id/images/:image/:what", async ({ params, request }) => {
      const body = (await request.json()) as PictureCut & { alt: string };
      world.calls.push([params.image, params.what, body]);
      world.images = world.images.map((one) => {
        if (one.id !== params.image) return one;
        if (params.what === "alt") return { ...one, alt: body.alt || null };
        world.cut = body;
        return { ...picture(`${one.id}x`), alt: one.alt };
      });
      return json(world.images);
    }),
  );
  return { world, person: userEvent.setup(), ...renderApp("/house-account/1/lots/1") };
}

beforeAll(() => import("./PictureEditor"), 60_000);

it("describes and turns a picture in one go, keeping it in its place", async () => {
  const { world, person, container } = open([picture("a", "Море"), picture("b")]);
  expect(await screen.findByText("Без описания")).toBeVisible();
  expect(screen.getByRole("img", { name: "Рассвет, фотография 1: Море" })).toBeVisible();
  await expectAccessible(container);
  await person.click(screen.getByRole("button", { name: "Фотография 2: кадрировать и описать" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Фотография 2" }));
  const words = await dialog.findByRole("textbox", { name: "Что на фотографии" });
  await waitFor(() => expect(dialog.getByRole("button", { name: "Повернуть влево" })).toHaveFocus());
  expect(dialog.getByRole("button", { name: "Сохранить" })).toBeDisabled();
  await expectAccessible(document.body);
  await person.type(words, "Подпись справа внизу");
  await person.click(dialog.getByRole("button", { name: "Повернуть влево" }));
  await person.click(dialog.getByRole("button", { name: "Сохранить" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(world.calls).toEqual([
    ["b", "alt", { alt: "Подпись справа внизу" }],
    ["b", "cut", { turns: 3, part: null }],
  ]);
  expect(screen.getByRole("img", { name: "Рассвет, фотография 2: Подпись справа внизу" })).toHaveAttribute(
    "src",
    "/api/lots/image/bx/?size=preview",
  );
  // The picture that was cut out has a new id. Its button takes over the focus.
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Фотография 2: кадрировать и описать" })).toHaveFocus(),
  );
});

it("keeps the focus with a picture that becomes the first or the last", async () => {
  const { world, person } = open([picture("a", "Море"), picture("b", "Лес")]);
  server.use(
    http.put("*/api/lots/1/images", async ({ request }) => {
      const { images } = (await request.json()) as { images: string[] };
      world.images = images.flatMap((id) => world.images.find((one) => one.id === id) ?? []);
      return json(world.images);
    }),
  );
  await person.click(await screen.findByRole("button", { name: "Фотография 2: раньше" }));
  expect(await screen.findByRole("img", { name: "Рассвет, фотография 1: Лес" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Фотография 1: позже" })).toHaveFocus();
  await person.keyboard("{Enter}");
  expect(await screen.findByRole("img", { name: "Рассвет, фотография 2: Лес" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Фотография 2: раньше" })).toHaveFocus();
});

it("keeps the window open when a picture is refused", async () => {
  const { person } = open([picture("a")]);
  server.use(
    http.put("*/api/lots/:id/images/:image/alt", () => problem(403, { detail: "Недостаточно прав" })),
  );
  await person.click(await screen.findByRole("button", { name: "Фотография 1: кадрировать и описать" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Фотография 1" }));
  await person.type(await dialog.findByRole("textbox", { name: "Что на фотографии" }), "Море");
  await person.click(dialog.getByRole("button", { name: "Сохранить" }));
  expect(await screen.findByText("Недостаточно прав")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Что на фотографии" })).toHaveValue("Море");
});

it("turns a picture to the right with what is cut out of it", async () => {
  const { world, person } = open([picture("a")]);
  world.cut = { turns: 0, part: { x: 0, y: 0.25, width: 0.5, height: 0.75 } };
  await person.click(await screen.findByRole("button", { name: "Фотография 1: повернуть вправо" }));
  await waitFor(() =>
    expect(world.calls).toEqual([["a", "cut", { turns: 1, part: { x: 0, y: 0, width: 0.75, height: 0.5 } }]]),
  );
  // The rotated picture has a new id. Its button takes over the focus.
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Фотография 1: повернуть вправо" })).toHaveFocus(),
  );
});

it("asks before it removes a picture", async () => {
  const { person } = open([picture("a", "Море"), picture("b")]);
  const removed: unknown[] = [];
  server.use(
    http.delete("*/api/lots/:id/images/:image", ({ params }) => {
      removed.push(params.image);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await person.click(await screen.findByRole("button", { name: "Фотография 1: убрать" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Убрать фотографию 1?" }));
  expect(removed).toEqual([]);
  await person.click(dialog.getByRole("button", { name: "Убрать" }));
  await waitFor(() => expect(screen.queryByText("Море")).not.toBeInTheDocument());
  expect(removed).toEqual(["a"]);
  await waitFor(() => expect(screen.getByRole("button", { name: "Фотография 1: убрать" })).toHaveFocus());
});

it("sends new pictures in parts and then gives them to the lot", async () => {
  const { world, person, container } = open([picture("a")]);
  const uploads = serveUploads();
  const given: (string | undefined)[] = [];
  server.use(
    http.post("*/api/lots/1/images", async ({ request }) => {
      given.push(/name="upload"\r\n\r\n(.*)\r\n/.exec(await request.text())?.[1]);
      world.images = [...world.images, picture("c")];
      return json(world.images);
    }),
  );
  await screen.findByRole("button", { name: "Добавить или бросить сюда" });
  const field = container.querySelector<HTMLInputElement>("input[type=file][multiple]");
  if (!field) throw new Error("no file field");
  await person.upload(field, new File(["12345"], "море.jpg", { type: "image/jpeg" }));
  expect(await screen.findByRole("img", { name: "Рассвет, фотография 2" })).toBeVisible();
  expect(given).toEqual(["upload-1"]);
  expect(uploads.get("upload-1")).toEqual({ length: 5, bytes: 5 });
});

it("reads the pictures again when a colleague has changed one meanwhile", async () => {
  const { world, person } = open([picture("a")]);
  await screen.findByRole("img", { name: "Рассвет, фотография 1" });
  server.use(
    http.put("*/api/lots/:id/images/:image/cut", () =>
      problem(409, { detail: "Эту фотографию только что изменили или убрали" }),
    ),
  );
  world.images = [picture("b", "Море")];
  await person.click(screen.getByRole("button", { name: "Фотография 1: повернуть вправо" }));
  expect(await screen.findByText("Эту фотографию только что изменили или убрали")).toBeVisible();
  expect(await screen.findByRole("img", { name: "Рассвет, фотография 1: Море" })).toBeVisible();
});
