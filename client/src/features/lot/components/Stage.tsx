import { type PointerEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { Picture } from "@/lib/api/types";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { originalUrl } from "@/trade/images";
import { Lens, type LensSpot, lensSpot } from "./Lens";
import css from "./Stage.module.css";

const Viewer = lazyDialog(() => import("./Viewer"));

/** A lot has this many pictures at most. */
const PICTURES_MAX = 7;

interface StageProps {
  pictures: readonly Picture[];
  /** The alternative text: «Николай Сабуров. Рассвет на Волге». */
  alt: string;
  /** Over the picture's corner: «ТОП». */
  badge?: ReactNode;
}

/** The lot's pictures, whole: swipe or step through them, with a lens and a full-screen viewer. */
export function Stage({ pictures: all, alt, badge }: StageProps) {
  const pictures = all.slice(0, PICTURES_MAX);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [lens, setLens] = useState(true);
  const [spot, setSpot] = useState<LensSpot | null>(null);
  const [viewing, setViewing] = useState(false);
  const many = pictures.length > 1;
  const current = pictures[index] ?? null;

  const show = (next: number) => {
    const wrapped = (next + pictures.length) % pictures.length;
    setIndex(wrapped);
    const element = track.current;
    element?.scrollTo?.({ left: wrapped * element.clientWidth, behavior: "smooth" });
  };
  const follow = () => {
    const element = track.current;
    if (element && element.clientWidth > 0) setIndex(Math.round(element.scrollLeft / element.clientWidth));
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const image = event.currentTarget.querySelector("img");
    setSpot(lens && event.pointerType === "mouse" && image ? lensSpot(event, image) : null);
  };

  return (
    <section aria-label="Изображения">
      <div className={css.stage}>
        {badge && <div className={css.top}>{badge}</div>}
        {pictures.length === 0 ? (
          <div className={css.slide}>
            <LotPicture picture={null} alt={alt} place="stage" />
          </div>
        ) : (
          <div className={css.track} ref={track} onScroll={follow}>
            {pictures.map((picture, i) => (
              <div key={picture.id} className={css.slide} inert={i !== index}>
                <button
                  type="button"
                  className={css.open}
                  onClick={() => setViewing(true)}
                  onPointerMove={move}
                  onPointerLeave={() => setSpot(null)}
                >
                  <LotPicture picture={picture} alt={alt} place="stage" eager={i === 0} />
                  <span className="sr">
                    . Открыть во весь экран{many && `, изображение ${i + 1} из ${pictures.length}`}
                  </span>
                </button>
              </div>
            ))}
          </div>
        )}
        {spot && current && <Lens spot={spot} source={originalUrl(current)} />}
        {many && (
          <>
            <div className={css.arrow} data-side="left">
              <IconButton icon="left" label="Предыдущее изображение" onClick={() => show(index - 1)} />
            </div>
            <div className={css.arrow} data-side="right">
              <IconButton icon="right" label="Следующее изображение" onClick={() => show(index + 1)} />
            </div>
            <p className={`caption num ${css.count}`} aria-live="polite">
              {index + 1} из {pictures.length}
            </p>
          </>
        )}
        {current && (
          <div className={css.tools}>
            <IconButton
              icon="zoom"
              label="Лупа"
              pressed={lens}
              className={css.lensButton}
              onClick={() => setLens(!lens)}
            />
            <IconButton icon="full" label="Во весь экран" onClick={() => setViewing(true)} />
          </div>
        )}
      </div>
      {many && (
        <div className={css.thumbs}>
          {pictures.map((picture, i) => (
            <button
              key={picture.id}
              type="button"
              aria-label={`Изображение ${i + 1}`}
              aria-current={i === index ? "true" : undefined}
              onClick={() => show(i)}
            >
              <LotPicture picture={picture} alt="" place="thumb" eager />
            </button>
          ))}
        </div>
      )}
      {viewing && (
        <Suspense fallback={null}>
          <Viewer
            pictures={pictures}
            alt={alt}
            index={index}
            onIndex={show}
            onClose={() => setViewing(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
