import { useLayoutEffect, useRef, useState } from "react";
import type { Picture } from "@/lib/api/types";
import { catchFocus } from "@/lib/lostFocus";
import { cutPicture, readCut, removePicture } from "../api/lot";
import { turnedRight } from "./cut";
import type { PictureStore } from "./usePictureStore";

/** How the labels of the buttons end. */
export const TURN = "повернуть вправо";
export const EDIT = "кадрировать и описать";
export const REMOVE = "убрать";

/** Turns and removes pictures of a lot, one at a time. */
export function usePictureEdits(
  lotId: number,
  pictures: readonly Picture[],
  { show, refused }: PictureStore,
) {
  /** The picture that is being changed. */
  const [busy, setBusy] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The button that takes the focus of a picture that was removed or, when cut or rotated, replaced by one with a new id. */
  const next = useRef<{ action: typeof TURN | typeof EDIT | typeof REMOVE; at: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the pictures
  useLayoutEffect(() => {
    if (!next.current) return;
    const { action, at } = next.current;
    next.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(`[aria-label$="${action}"]`) ?? [])];
    catchFocus(buttons[at] ?? buttons.at(-1) ?? list.current?.querySelector("button"));
  }, [pictures]);

  const whileBusy = async (id: string, change: () => Promise<void>) => {
    setBusy(id);
    try {
      await change();
    } catch (error) {
      refused(error);
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    /** The list whose buttons take the focus. */
    list,
    /** Shows what the editor has made of a picture. The editor closes if it was replaced. */
    edited: (id: string, all: Picture[]) => {
      next.current = { action: EDIT, at: pictures.findIndex((picture) => picture.id === id) };
      show(all);
    },
    turn: (id: string) =>
      whileBusy(id, async () => {
        const { cut } = await readCut(lotId, id);
        const all = await cutPicture(lotId, id, turnedRight(cut));
        const at = all.findIndex((picture) => !pictures.some((other) => other.id === picture.id));
        next.current = { action: TURN, at };
        show(all);
      }),
    remove: (id: string) =>
      whileBusy(id, async () => {
        await removePicture(lotId, id);
        next.current = { action: REMOVE, at: pictures.findIndex((picture) => picture.id === id) };
        show(pictures.filter((picture) => picture.id !== id));
      }),
  };
}
