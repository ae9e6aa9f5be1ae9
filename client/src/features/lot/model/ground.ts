/** A part of a picture, as shares of its width and height. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 };

/** Neighbouring pixels of a photograph's ground differ by less, summed over red, green and blue: a soft light, not an edge. */
const STEP = 18;
/** A work fills more of its photograph. If less is found, the ground runs into the work. */
const LEAST = 0.2;

/**
 * The part of a photograph that its work fills: everything but the even ground that reaches the picture's edges.
 * The whole picture if no ground can be told from the work.
 */
export function workOf({ data, width, height }: Pick<ImageData, "data" | "width" | "height">): Part {
  const ground = new Uint8Array(width * height);
  const border = [...ground.keys()].filter((pixel) => {
    const x = pixel % width;
    return x === 0 || x === width - 1 || pixel < width || pixel >= width * (height - 1);
  });
  for (const pixel of border) ground[pixel] = 1;
  const waiting = border;
  const channel = (pixel: number, of: number) => data[pixel * 4 + of] ?? 0;
  const step = (a: number, b: number) =>
    [0, 1, 2].reduce((sum, of) => sum + Math.abs(channel(a, of) - channel(b, of)), 0);
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    const x = pixel % width;
    const beside = [x > 0 && pixel - 1, x < width - 1 && pixel + 1, pixel - width, pixel + width];
    for (const next of beside) {
      if (next === false || ground[next] !== 0 || step(pixel, next) >= STEP) continue;
      ground[next] = 1;
      waiting.push(next);
    }
  }
  const work = [...ground.keys()].filter((pixel) => ground[pixel] === 0);
  const columns = work.map((pixel) => pixel % width);
  const rows = work.map((pixel) => Math.floor(pixel / width));
  const span = (places: number[]) => {
    const from = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
    const to = places.reduce((most, place) => Math.max(most, place), -1);
    return [from, to + 1 - from] as const;
  };
  const [left, across] = span(columns);
  const [top, down] = span(rows);
  const part = { left: left / width, top: top / height, width: across / width, height: down / height };
  return part.width >= LEAST && part.height >= LEAST ? part : WHOLE;
}
