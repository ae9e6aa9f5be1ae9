import { expect, test } from "vitest";

import cases from "./slugs.json";
import { slug } from "./urls";

test.each(cases)("«%s» is readable in an address", (text, made) => {
  expect(slug(text as string)).toBe(made);
});
