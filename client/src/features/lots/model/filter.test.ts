import { expect, it } from "vitest";
import { readFilter } from "./filter";

it("leaves out of a search what the server refuses", () => {
  expect(readFilter(new URLSearchParams("search=%00ваза%00")).search).toBe("ваза");
});
