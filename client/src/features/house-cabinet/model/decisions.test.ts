import { expect, it } from "vitest";
import { CONCLUSIONS, withConclusion } from "./decisions";

const [first, second] = CONCLUSIONS;

it.each([
  ["stands alone in an empty field", " ", first, first],
  ["takes the place of another", first, second, second],
  ["follows what was typed", "Перезвоните нам. ", first, `Перезвоните нам.\n${first}`],
  [
    "takes the place of another below what was typed",
    `Перезвоните нам.\n${first}`,
    second,
    `Перезвоните нам.\n${second}`,
  ],
  ["is not repeated", `Перезвоните нам.\n${first}`, first, `Перезвоните нам.\n${first}`],
])("a ready conclusion %s", (_name, typed, ready, expected) => {
  expect(withConclusion(typed, ready)).toBe(expected);
});
