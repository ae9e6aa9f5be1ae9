import { describe, expect, it } from "vitest";
import { askedAgain, squareSources } from "./images";

describe("sources of a picture", () => {
  it("offers densities for a square", () => {
    expect(squareSources("house", "5", 92)).toEqual({
      src: "/api/house/image/5/?size=160",
      srcSet:
        "/api/house/image/5/?size=160 1.74x, /api/house/image/5/?size=320 3.48x, " +
        "/api/house/image/5/?size=480 5.22x, /api/house/image/5/?size=640 6.96x, " +
        "/api/house/image/5/?size=1280 13.91x",
    });
    expect(squareSources("house", null, 92)).toBeNull();
  });

  it("asks again under other addresses of the same views", () => {
    const again = askedAgain({
      src: "/api/news/image/5/?size=640",
      srcSet: "/api/news/image/5/?size=640 1x, /api/news/image/5/?size=1280 2x",
    });
    expect(again.src).toBe("/api/news/image/5/?size=640&again=1");
    expect(again.srcSet).toBe(
      "/api/news/image/5/?size=640&again=1 1x, /api/news/image/5/?size=1280&again=1 2x",
    );
  });
});
