import type { PictureCut, PicturePart } from "@/lib/api/types";

/** The whole of a picture, as a part. */
export const WHOLE: PicturePart = { x: 0, y: 0, width: 1, height: 1 };

/** A cut turned by a quarter more to the right. */
export function turnedRight({ turns, part }: PictureCut): PictureCut {
  return {
    turns: (turns + 1) % 4,
    part: part ? { x: 1 - part.y - part.height, y: part.x, width: part.height, height: part.width } : null,
  };
}

/** A cut turned by a quarter more to the left. */
export const turnedLeft = (cut: PictureCut): PictureCut => turnedRight(turnedRight(turnedRight(cut)));

const NEARLY = 1e-4;

/** A part as it is sent: within the picture, and none for the whole. */
export function sentPart({ x, y, width, height }: PicturePart): PicturePart | null {
  const left = Math.min(Math.max(x, 0), 1);
  const top = Math.min(Math.max(y, 0), 1);
  const part = { x: left, y: top, width: Math.min(width, 1 - left), height: Math.min(height, 1 - top) };
  return part.width > 1 - NEARLY && part.height > 1 - NEARLY ? null : part;
}

export function sameCut(one: PictureCut, other: PictureCut): boolean {
  const [a, b] = [one.part ?? WHOLE, other.part ?? WHOLE];
  const near = (field: keyof PicturePart) => Math.abs(a[field] - b[field]) < NEARLY;
  return one.turns === other.turns && near("x") && near("y") && near("width") && near("height");
}

/** Draws a part of a picture that is turned by quarters to the right, no larger than `side`. */
export function drawPart(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  turns: number,
  part: PicturePart,
  side: number,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const lies = turns % 2 === 1;
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const [across, down] = lies ? [height, width] : [width, height];
  const scale = Math.min(1, side / Math.max(across * part.width, down * part.height));
  canvas.width = Math.max(1, Math.round(across * part.width * scale));
  canvas.height = Math.max(1, Math.round(down * part.height * scale));
  pen.scale(scale, scale);
  pen.translate(-across * part.x + across / 2, -down * part.y + down / 2);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(image, -width / 2, -height / 2);
}
