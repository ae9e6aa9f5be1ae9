import { IconButton } from "@/components/IconButton/IconButton";
import type { Picture } from "@/lib/api/types";
import { useMovedFocus } from "@/lib/useMovedFocus";
import { EDIT, REMOVE, TURN } from "../model/usePictureEdits";
import type { PictureOrder } from "../model/usePictureOrder";
import css from "./LotPictures.module.css";

interface PictureCardProps {
  picture: Picture;
  /** From 0. */
  index: number;
  isLast: boolean;
  lotName: string;
  order: PictureOrder;
  /** The picture that is being turned or removed, whichever of the lot's it is. */
  busy: string | null;
  onTurn: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** One of a lot's pictures with its buttons. It is dragged, or moved by Alt and the arrows. */
export function PictureCard(props: PictureCardProps) {
  const { picture, index, isLast, lotName, order, busy, onTurn, onEdit, onRemove } = props;
  const title = `Фотография ${index + 1}`;
  const { ref, note } = useMovedFocus<HTMLSpanElement>(index);
  const move = (to: number) => {
    note();
    order.move(picture.id, to);
  };
  return (
    <li
      draggable
      data-first={index === 0 || undefined}
      data-busy={busy === picture.id || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        order.drag(picture.id);
      }}
      onDragEnd={() => order.drag(null)}
      onDragOver={(event) => order.isDragging && event.preventDefault()}
      onDrop={(event) => {
        if (!order.isDragging) return;
        event.preventDefault();
        order.drop(index);
      }}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        move(index + (event.key === "ArrowLeft" ? -1 : 1));
      }}
    >
      <span className={css.frame}>
        {index === 0 && <span className={css.cover}>Обложка</span>}
        <img
          src={picture.preview}
          alt={`${lotName}, фотография ${index + 1}${picture.alt ? `: ${picture.alt}` : ""}`}
        />
      </span>
      <span className={css.words} data-none={picture.alt ? undefined : true}>
        {picture.alt ?? "Без описания"}
      </span>
      <span ref={ref} className={css.acts}>
        <IconButton
          icon="left"
          label={`${title}: раньше`}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        />
        <IconButton
          icon="right"
          label={`${title}: позже`}
          disabled={isLast}
          onClick={() => move(index + 1)}
        />
        <IconButton icon="rotate" label={`${title}: ${TURN}`} busy={busy !== null} onClick={onTurn} />
        <IconButton icon="crop" label={`${title}: ${EDIT}`} busy={busy !== null} onClick={onEdit} />
        <IconButton icon="x" label={`${title}: ${REMOVE}`} busy={busy !== null} onClick={onRemove} />
      </span>
    </li>
  );
}
