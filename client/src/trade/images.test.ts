import { describe, expect, it } from "vitest";
import { framedSources } from "./images";

const picture = (width: number, height: number) => ({
  id: "7",
  width,
  height,
  icon: "/api/lots/image/7/?size=icon",
  preview: "/api/lots/image/7/?size=preview",
  full: "/api/lots/image/7/?size=full",
  alt: null,
});
const frame = { phone: ["100vw", "300px"], wide: ["700px", "520px"] } as const;
const widths = (srcSet = "") => srcSet.split(", ").map((candidate) => candidate.split(" ")[1]);

describe("sources of a picture", () => {
  it("names each view's true width, which of an upright picture is the shorter side", () => {
    expect(framedSources(picture(2000, 1500), frame).srcSet).toBe(
      "/api/lots/image/7/?size=160 160w, /api/lots/image/7/?size=320 320w, " +
        "/api/lots/image/7/?size=480 480w, /api/lots/image/7/?size=640 640w, " +
        "/api/lots/image/7/?size=1280 1280w",
    );
    expect(widths(framedSources(picture(1500, 2000), frame).srcSet)).toEqual([
      "120w",
      "240w",
      "360w",
      "480w",
      "960w",
    ]);
  });

  it("offers no view larger than the picture, and that one as wide as it is", () => {
    expect(widths(framedSources(picture(500, 400), frame).srcSet)).toEqual(["160w", "320w", "480w", "500w"]);
    expect(widths(framedSources(picture(100, 50), frame).srcSet)).toEqual(["100w"]);
    expect(widths(framedSources(picture(1280, 640), frame).srcSet)).toEqual([
      "160w",
      "320w",
      "480w",
      "640w",
      "1280w",
    ]);
  });

  it("says how wide the picture stands in its frame, be it the width or the height that limits it", () => {
    expect(framedSources(picture(1500, 2000), frame).sizes).toBe(
      "(max-width: 30em) and (min-resolution: 1.5dppx) calc(0.8 * min(100vw, 300px * 0.750)), " +
        "(max-width: 45em) min(100vw, 300px * 0.750), min(700px, 520px * 0.750)",
    );
  });

  it("takes one view of a picture whose size is unknown", () => {
    expect(framedSources(picture(0, 0), frame)).toEqual({ src: "/api/lots/image/7/?size=preview" });
  });
});
