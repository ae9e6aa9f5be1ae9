import { useState } from "react";
import type { Picture } from "@/lib/api/types";
import { orderPictures } from "../api/lot";
import type { PictureStore } from "./usePictureStore";

/** Moves pictures of a lot. The new order is shown at once, and taken back if the server refuses it. */
export function usePictureOrder(lotId: number, pictures: Picture[], { show, refused }: PictureStore) {
  const [dragged, setDragged] = useState<string | null>(null);
  const save = async (ids: string[]) => {
    show(ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []));
    try {
      show(await orderPictures(lotId, ids));
    } catch (error) {
      show(pictures);
      refused(error);
    }
  };
  const move = (id: string, to: number) => {
    const ids = pictures.map((picture) => picture.id).filter((other) => other !== id);
    const next = ids.toSpliced(Math.max(0, Math.min(to, ids.length)), 0, id);
    if (next.some((other, index) => other !== pictures[index]?.id)) void save(next);
  };
  return {
    /** Gives a picture another place, counted from 0. */
    move,
    isDragging: dragged !== null,
    /** Starts dragging a picture; null: ends it. */
    drag: setDragged,
    /** Puts the dragged picture into a place. */
    drop: (to: number) => {
      if (dragged !== null) move(dragged, to);
      setDragged(null);
    },
  };
}

export type PictureOrder = ReturnType<typeof usePictureOrder>;
