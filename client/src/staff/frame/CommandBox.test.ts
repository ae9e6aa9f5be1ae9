import { expect, it } from "vitest";
import { matching } from "./CommandBox";

const commands = ["Роман Комаров", "Артём Лисицын", "Маргарита Опалева", "Пресня, 12"].map((label) => ({
  id: label,
  label,
  to: "/",
}));

it.each([
  ["one or two letters begin a word", "ма", ["Маргарита Опалева"]],
  ["after a mark, too", "12", ["Пресня, 12"]],
  ["a longer word may be within another", "ома", ["Роман Комаров"]],
  ["words come in any order, with «е» for «ё»", "лисиц артем", ["Артём Лисицын"]],
  ["an empty query leaves all", "", commands.map(({ label }) => label)],
])("%s", (_name, query, labels) => {
  expect(matching(commands, query).map(({ label }) => label)).toEqual(labels);
});

it("what begins with the query comes before what has it elsewhere", () => {
  const [first, second] = matching(
    ["Дом «Опал»", "Опал"].map((label) => ({ id: label, label, to: "/" })),
    "опал",
  );
  expect([first?.label, second?.label]).toEqual(["Опал", "Дом «Опал»"]);
});
