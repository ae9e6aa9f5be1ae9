import { expect, it } from "vitest";
import { instantOf, moscowField } from "./moscowField";

it("reads and writes Moscow time, wherever the browser is", () => {
  expect(moscowField("2026-11-21T22:30:00.000Z")).toBe("2026-11-22T01:30");
  expect(instantOf("2026-11-22T01:30")).toBe("2026-11-21T22:30:00.000Z");
  expect([moscowField(null), instantOf("")]).toEqual(["", null]);
});
