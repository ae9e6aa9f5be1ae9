import type { Lot } from "@/lib/api/types";
import { framedSources } from "@/trade/images";
import { EYES, type Outline, PERSON, type Placing } from "../model/size";
import { useWork } from "../model/useWork";
import css from "./lot.module.css";

/** Units of the drawing in a centimetre, and where its floor and the work's left edge are. */
const UNIT = 1.9;
const FLOOR = 396;
const LEFT = 270;
/** Where a picture's shape is unknown, a standing work is this much narrower than high. */
const NARROW = 0.6;

const centimetres = (length: number) => `${String(Math.round(length * 10) / 10).replace(".", ",")}\u00a0см`;

interface Props {
  lot: Lot;
  outline: Outline;
  placing: Placing;
}

export default function ScaleDrawing({ lot, outline, placing }: Props) {
  const picture = lot.gallery.images[0] ?? lot.img;
  const src = picture
    ? framedSources(picture, { phone: ["50vw", "50vw"], wide: ["240px", "240px"] }).src
    : undefined;
  const [across, down] =
    picture && picture.height > 0 ? [picture.width, picture.height] : [NARROW * 100, 100];
  // What hangs fills its photograph; around what stands there is the photograph's ground.
  const work = useWork(placing.stands === "floor" ? src : undefined);
  const shape = (across * work.width) / (down * work.height);
  const height = outline.height * UNIT;
  const width = (outline.width ?? outline.height * shape) * UNIT;
  const bottom =
    placing.stands === "wall" ? Math.min(FLOOR, FLOOR - EYES * UNIT + height / 2) : FLOOR - placing.at * UNIT;
  const top = bottom - height;
  const upper = Math.min(60, top - 16);
  const right = LEFT + Math.max(width, 96) + 96;
  const words =
    outline.width === null
      ? `Работа высотой ${centimetres(outline.height)}`
      : `Работа ${centimetres(outline.height)} на ${centimetres(outline.width)}`;
  return (
    <svg
      className={css.drawing}
      viewBox={`88 ${upper} ${right - 88} ${FLOOR + 36 - upper}`}
      role="img"
      aria-label={`${words} рядом с человеком ростом ${PERSON} см`}
    >
      <line className={css.floor} x1="88" x2={right} y1={FLOOR} y2={FLOOR} />
      <ellipse className={css.person} cx="158.4" cy="97.7" rx="17.5" ry="22.8" />
      <path className={css.person} d={BODY} />
      {placing.stands === "floor" && (
        <rect
          className={css.person}
          x={LEFT - 8}
          y={bottom}
          width={Math.max(width, 40) + 16}
          height={FLOOR - bottom}
        />
      )}
      {picture ? (
        <svg
          x={LEFT}
          y={top}
          width={width}
          height={height}
          viewBox={`${work.left * across} ${work.top * down} ${work.width * across} ${work.height * down}`}
          preserveAspectRatio={placing.stands === "wall" ? "xMidYMid meet" : "xMidYMax meet"}
          aria-hidden
        >
          <image href={src} width={across} height={down} />
        </svg>
      ) : (
        <rect className={css.person} x={LEFT} y={top} width={width} height={height} />
      )}
      <path
        className={css.measure}
        d={`M${LEFT + width + 12} ${top}h8M${LEFT + width + 16} ${top}V${bottom}M${LEFT + width + 12} ${bottom}h8`}
      />
      <text x={LEFT + width + 26} y={(top + bottom) / 2 + 5}>
        {centimetres(outline.height)}
      </text>
      <text x="158.4" y={FLOOR + 23} textAnchor="middle">
        {PERSON} см
      </text>
    </svg>
  );
}

/** A standing person without a head, 170 cm by the drawing's unit. */
const BODY =
  "M148.9 122.4C147 130 141.3 131.9 133.7 135.7C120.4 141.4 114.7 149 112.8 166.1L107.1 217.4L105.2 255.4C105.2 264.9 114.7 264.9 115.7 255.4L120.4 215.5L126.1 175.6L128 211.7C128 225 124.2 236.4 124.2 251.6L129 316.2L130.9 388.4C129.9 396 149.8 396 148.9 388.4L151.8 316.2L158.4 259.2L165.1 316.2L167.9 388.4C167 396 186.9 396 185.9 388.4L187.8 316.2L192.6 251.6C192.6 236.4 188.8 225 188.8 211.7L190.7 175.6L196.4 215.5L201.2 255.4C202.1 264.9 211.6 264.9 211.6 255.4L209.7 217.4L204 166.1C202.1 149 196.4 141.4 183.1 135.7C175.5 131.9 169.8 130 167.9 122.4Z";
