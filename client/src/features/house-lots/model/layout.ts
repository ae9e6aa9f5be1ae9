import type { GridColumn } from "./columns";

/** The height of a row in pixels. */
export const ROW_HEIGHT = 44;

const GRIP_WIDTH = 24;
const CHECK_WIDTH = 34;
const COVER_WIDTH = 48;
const IMAGES_WIDTH = 52;
const VERDICT_WIDTH = 144;

/** The column that the lot's cover follows. */
export const BEFORE_COVER = "catalogLotId";

/** The tracks of the grid's rows, and their least width together in pixels: below it the grid scrolls sideways. */
export function tracksOf(columns: readonly GridColumn[]): { template: string; least: number } {
  const template = [
    `${GRIP_WIDTH}px ${CHECK_WIDTH}px`,
    ...columns.flatMap(({ field, width, flexible }) => [
      flexible ? `minmax(${width}px, 1fr)` : `${width}px`,
      ...(field === BEFORE_COVER ? [`${COVER_WIDTH}px`] : []),
    ]),
    `${IMAGES_WIDTH}px ${VERDICT_WIDTH}px`,
  ].join(" ");
  const fixed = GRIP_WIDTH + CHECK_WIDTH + COVER_WIDTH + IMAGES_WIDTH + VERDICT_WIDTH;
  return { template, least: columns.reduce((sum, { width }) => sum + width, fixed) };
}
