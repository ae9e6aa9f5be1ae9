import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type PercentCrop, ReactCrop } from "react-image-crop";
import { Button } from "@/components/Button/Button";
import { Loaded } from "@/components/Loaded/Loaded";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import "react-image-crop/dist/ReactCrop.css";
import { Dialog } from "@/components/Dialog/Dialog";
import { useLateFocus } from "@/components/Dialog/useLateFocus";
import { Icon } from "@/components/Icon/Icon";
import type { CutPicture, Picture, PictureCut, PicturePart } from "@/lib/api/types";
import { cutOptions, cutPicture, describePicture } from "../api/lot";
import { drawPart, sameCut, sentPart, turnedLeft, turnedRight, WHOLE } from "../model/cut";
import css from "./PictureEditor.module.css";

interface PictureEditorProps {
  lotId: number;
  picture: Picture;
  /** «Фотография 2». */
  title: string;
  onClose: () => void;
  /** The lot's pictures as they are now. */
  onSaved: (pictures: Picture[]) => void;
  onRefused: (error: unknown) => void;
}

/** One picture of a lot: which part of it is shown, which way up, and what it shows in words. */
export default function PictureEditor({ title, ...of }: PictureEditorProps) {
  const { lotId, picture, onClose } = of;
  const query = useQuery(cutOptions(lotId, picture.id));
  return (
    <Dialog opened onClose={onClose} title={title} classNames={{ content: css.dialog }}>
      <Loaded query={query} h={420}>
        {(data) => <Editor {...of} stored={data} />}
      </Loaded>
    </Dialog>
  );
}

interface EditorProps extends Omit<PictureEditorProps, "title"> {
  stored: CutPicture;
}

const LABELS = {
  cropArea: "Выбранная часть: стрелки двигают её",
  nwDragHandle: "Левый верхний угол: стрелки меняют размер",
  nDragHandle: "Верхний край: стрелки меняют размер",
  neDragHandle: "Правый верхний угол: стрелки меняют размер",
  eDragHandle: "Правый край: стрелки меняют размер",
  seDragHandle: "Правый нижний угол: стрелки меняют размер",
  sDragHandle: "Нижний край: стрелки меняют размер",
  swDragHandle: "Левый нижний угол: стрелки меняют размер",
  wDragHandle: "Левый край: стрелки меняют размер",
};

/** The longer side of what is drawn to choose from, and of the preview. */
const SHOWN = 1280;
const PREVIEW = 320;
/** A part smaller than this is a slip of the mouse, in per cent. */
const LEAST = 3;

const percent = ({ x, y, width, height }: PicturePart): PercentCrop => ({
  unit: "%",
  x: x * 100,
  y: y * 100,
  width: width * 100,
  height: height * 100,
});

function Editor({ lotId, picture, stored, onClose, onSaved, onRefused }: EditorProps) {
  const [cut, setCut] = useState<PictureCut>(stored.cut);
  const [alt, setAlt] = useState(picture.alt ?? "");
  const [saving, setSaving] = useState(false);
  const { image, failed } = useImage(stored.source.full);
  const form = useRef<HTMLFormElement>(null);
  useLateFocus(form, "button:enabled");
  const part = cut.part ?? WHOLE;
  const isChanged = !sameCut(cut, stored.cut) || alt.trim() !== (picture.alt ?? "");

  const save = async () => {
    if (saving) return;
    setSaving(true);
    try {
      // The words first: the picture that is cut out takes them over.
      if (alt.trim() !== (picture.alt ?? "")) onSaved(await describePicture(lotId, picture.id, alt.trim()));
      if (!sameCut(cut, stored.cut)) {
        onSaved(await cutPicture(lotId, picture.id, { turns: cut.turns, part: cut.part ?? null }));
      }
      onClose();
    } catch (error) {
      onRefused(error);
      setSaving(false);
    }
  };

  return (
    <form
      ref={form}
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={css.work}>
        {failed ? (
          <p className="small">Фотография не загрузилась. Закройте окно и откройте его ещё раз.</p>
        ) : image ? (
          <ReactCrop
            className={css.crop}
            crop={percent(part)}
            ariaLabels={LABELS}
            keepSelection
            disabled={saving}
            onChange={(_pixels, { x, y, width, height }) => {
              if (width < LEAST || height < LEAST) return;
              const chosen = { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
              setCut((now) => ({ ...now, part: sentPart(chosen) }));
            }}
          >
            <Drawing image={image} turns={cut.turns} part={WHOLE} side={SHOWN} label="Вся фотография" />
          </ReactCrop>
        ) : (
          <Skeleton h={360} />
        )}
        <div className={css.tools}>
          <Button
            size="xs"
            leftSection={<Icon name="rotate" size="s" className={css.mirrored} />}
            disabled={saving}
            onClick={() => setCut(turnedLeft)}
          >
            Повернуть влево
          </Button>
          <Button
            size="xs"
            leftSection={<Icon name="rotate" size="s" />}
            disabled={saving}
            onClick={() => setCut(turnedRight)}
          >
            Повернуть вправо
          </Button>
          <Button
            size="xs"
            variant="quiet"
            leftSection={<Icon name="full" size="s" />}
            disabled={saving || !cut.part}
            onClick={() => setCut((now) => ({ ...now, part: null }))}
          >
            Показать целиком
          </Button>
        </div>
      </div>
      <div className={css.side}>
        <figure className={css.preview}>
          {image && <Drawing image={image} turns={cut.turns} part={part} side={PREVIEW} label="Что увидят" />}
          <figcaption className="caption">
            Так её увидят. Сама фотография сохраняется целиком, и показать её всю можно в любой момент
          </figcaption>
        </figure>
        <Textarea
          label="Что на фотографии"
          description="Эти слова услышит тот, кто не видит: «Оборот холста, подпись справа внизу»"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={500}
          value={alt}
          disabled={saving}
          onChange={(event) => setAlt(event.currentTarget.value.replace(/\n/g, " "))}
        />
        <div className={css.answers}>
          <Button type="submit" variant="bid" disabled={!isChanged} data-pending={saving || undefined}>
            Сохранить
          </Button>
          <Button variant="quiet" disabled={saving} onClick={onClose}>
            Не надо
          </Button>
        </div>
      </div>
    </form>
  );
}

interface DrawingProps {
  image: HTMLImageElement;
  turns: number;
  part: PicturePart;
  side: number;
  label: string;
}

function Drawing({ image, turns, part, side, label }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, image, turns, part, side);
  }, [image, turns, part, side]);
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

/** The loaded picture of an address. */
function useImage(src: string): { image: HTMLImageElement | null; failed: boolean } {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.onerror = () => setFailed(true);
    loading.src = src;
    return () => {
      loading.onload = null;
      loading.onerror = null;
    };
  }, [src]);
  return { image, failed };
}
