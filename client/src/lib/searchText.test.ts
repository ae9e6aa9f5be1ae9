import { expect, it } from "vitest";
import { searchText, shownSearch } from "./searchText";

it("normalizes a search, and returns nothing if it has no words", () => {
  for (const [text, words] of [
    ["  лунный  свет ", "лунный свет"],
    ["№ 12", "№ 12"],
    ["\0ваза\0", "ваза"],
    ["   ", ""],
    ["%", ""],
    [" «», — ", ""],
    ["я".repeat(400), "я".repeat(300)],
  ]) {
    expect(searchText(text as string), text).toBe(words);
  }
});

it("truncates a long search", () => {
  expect(shownSearch("самовар")).toBe("самовар");
  expect(shownSearch("я".repeat(60))).toBe("я".repeat(60));
  expect(shownSearch("я".repeat(61))).toBe(`${"я".repeat(60)}…`);
  expect(shownSearch(`${"я".repeat(59)} и ещё`)).toBe(`${"я".repeat(59)}…`);
});
