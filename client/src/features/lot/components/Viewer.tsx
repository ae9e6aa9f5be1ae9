import { useState } from "react";
import { TransformComponent, TransformWrapper } from "react-zoom-pan-pinch";
import { Dialog } from "@/components/Dialog/Dialog";
import { IconButton } from "@/components/IconButton/IconButton";
import type { Picture } from "@/lib/api/types";
import { percent } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import css from "./Viewer.module.css";

const MIN_SCALE = 0.25;
const MAX_SCALE = 4;

interface ViewerProps {
  pictures: readonly Picture[];
  alt: string;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** The full-screen viewer: zooms from 0.25 to 4 by wheel, fingers or buttons, pans, and pages. */
export default function Viewer({ pictures, alt, index, onIndex, onClose }: ViewerProps) {
  const picture = pictures[index];
  const [scale, setScale] = useState(1);
  if (!picture) return null;
  const many = pictures.length > 1;
  const shown = percent(Math.round(scale * 100));
  const keys = (event: React.KeyboardEvent) => {
    if (!many) return;
    if (event.key === "ArrowLeft") onIndex(index - 1);
    if (event.key === "ArrowRight") onIndex(index + 1);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      aria-label={`${alt}. Просмотр изображения`}
      classNames={{ root: css.root, content: css.content, body: css.body }}
      transitionProps={{ duration: 150 }}
      onKeyDown={keys}
    >
      <div className={css.viewer}>
        <TransformWrapper
          key={picture.id}
          minScale={MIN_SCALE}
          maxScale={MAX_SCALE}
          centerOnInit
          centerZoomedOut
          onTransform={(_ref, state) => setScale(state.scale)}
        >
          {({ zoomIn, zoomOut, resetTransform }) => (
            <>
              <TransformComponent wrapperClass={css.canvas}>
                <div className={css.picture}>
                  <LotPicture
                    picture={picture}
                    alt={many ? `${alt}. Изображение ${index + 1}` : alt}
                    place="viewer"
                    eager
                  />
                </div>
              </TransformComponent>
              <div className={css.bar}>
                {many && (
                  <IconButton icon="left" label="Предыдущее изображение" onClick={() => onIndex(index - 1)} />
                )}
                <IconButton
                  icon="minus"
                  label="Уменьшить"
                  disabled={scale <= MIN_SCALE}
                  onClick={() => zoomOut()}
                />
                <button
                  type="button"
                  className={`num ${css.scale}`}
                  aria-label={`${shown}, показать целиком`}
                  onClick={() => resetTransform()}
                >
                  {shown}
                </button>
                <IconButton
                  icon="zoom"
                  label="Увеличить"
                  disabled={scale >= MAX_SCALE}
                  onClick={() => zoomIn()}
                />
                {many && (
                  <IconButton icon="right" label="Следующее изображение" onClick={() => onIndex(index + 1)} />
                )}
              </div>
            </>
          )}
        </TransformWrapper>
        {many && (
          <p className={`caption num ${css.count}`}>
            {index + 1} из {pictures.length}
          </p>
        )}
        <div className={css.close}>
          <IconButton icon="x" label="Закрыть" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}
