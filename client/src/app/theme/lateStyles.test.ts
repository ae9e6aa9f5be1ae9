import { afterEach, expect, it } from "vitest";
import { applyLateStyles } from "./lateStyles";

afterEach(() => {
  document.head.replaceChildren();
});

it("waits until each late stylesheet holds or cannot be had", async () => {
  document.head.innerHTML =
    '<link rel="preload" as="font" href="/a.woff2"><link rel="preload" as="style" crossorigin href="/a.css">' +
    '<link rel="preload" as="style" crossorigin href="/b.css">';
  let isDone = false;
  const applied = applyLateStyles().then(() => {
    isDone = true;
  });
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  expect(sheets.map(({ href, crossOrigin }) => [new URL(href).pathname, crossOrigin])).toEqual([
    ["/a.css", ""],
    ["/b.css", ""],
  ]);
  sheets[0]?.dispatchEvent(new Event("load"));
  await Promise.resolve();
  expect(isDone).toBe(false);
  sheets[1]?.dispatchEvent(new Event("error"));
  await applied;
});
