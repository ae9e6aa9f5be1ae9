import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPart } from "@/testing/render";
import { RichText } from "./RichText";

const HTML = '<p>Итоги</p><h3 id="a">Как получить</h3><h4>Адрес</h4><h3>Когда</h3><hr>';

it("moves the headings of a text to the page's levels, and keeps their order", () => {
  renderPart(<RichText html={HTML} headings={2} />);
  const named = (level: number) => screen.getAllByRole("heading", { level }).map((h) => h.textContent);
  expect(named(2)).toEqual(["Как получить", "Когда"]);
  expect(named(3)).toEqual(["Адрес"]);
});

it("leaves them alone otherwise", () => {
  renderPart(<RichText html={HTML} />);
  expect(screen.getByRole("heading", { level: 4, name: "Адрес" })).toBeInTheDocument();
  expect(screen.queryByRole("heading", { level: 2 })).not.toBeInTheDocument();
});
