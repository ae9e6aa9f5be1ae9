import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Picture } from "@/lib/api/types";
import { renderPart } from "@/testing/render";
import { Stage } from "./Stage";

const picture = (id: string): Picture => ({
  id,
  width: 2000,
  height: 1500,
  alt: null,
  icon: `/api/lots/image/${id}/?size=icon`,
  preview: `/api/lots/image/${id}/?size=preview`,
  full: `/api/lots/image/${id}/?size=full`,
});

it.each([
  [["a"], ["Сабуров. Рассвет. Открыть во весь экран"]],
  [
    ["a", "b"],
    [
      "Сабуров. Рассвет. Открыть во весь экран, изображение 1 из 2",
      "Сабуров. Рассвет. Открыть во весь экран, изображение 2 из 2",
    ],
  ],
])("the buttons of pictures say which one they open: %j", async (ids, names) => {
  renderPart(<Stage pictures={ids.map(picture)} alt="Сабуров. Рассвет" />);
  for (const name of names) {
    // Those out of sight are inert.
    expect(await screen.findByRole("button", { name, hidden: true })).toBeInTheDocument();
  }
});
