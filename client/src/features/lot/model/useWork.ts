import { useEffect, useState } from "react";
import { type Part, WHOLE, workOf } from "./ground";

/** The longer side at which a picture is looked at, in pixels. */
const SIDE = 160;

/** The part of a photograph that its work fills; the whole until the picture is there, and without an address. */
export function useWork(src: string | undefined): Part {
  const [found, setFound] = useState<{ src: string; part: Part }>();
  useEffect(() => {
    if (src === undefined) return;
    const picture = new Image();
    picture.addEventListener("load", () => {
      const scale = Math.min(1, SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
      const width = Math.max(1, Math.round(picture.naturalWidth * scale));
      const height = Math.max(1, Math.round(picture.naturalHeight * scale));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!context) return;
      context.drawImage(picture, 0, 0, width, height);
      setFound({ src, part: workOf(context.getImageData(0, 0, width, height)) });
    });
    picture.src = src;
    return () => {
      picture.src = "";
    };
  }, [src]);
  return found && found.src === src ? found.part : WHOLE;
}
