import { useRef, useState } from "react";
import { tellError, tellFault } from "@/components/Toast/toasts";
import type { Picture } from "@/lib/api/types";
import { addPicture } from "../api/lot";
import type { PictureStore } from "./usePictureStore";

/** The most pictures of a lot. */
const MOST = 7;

interface Sending {
  key: number;
  name: string;
  /** Of the file, from 0 to 1. */
  part: number;
}

/** Uploads pictures of a lot, as many as it has room for. */
export function usePictureUpload(lotId: number, pictures: readonly Picture[], { show }: PictureStore) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const nextKey = useRef(0);
  const room = MOST - pictures.length - sending.length;
  const send = async (files: readonly File[]) => {
    if (files.length > room)
      tellError(`У лота не больше ${MOST} фотографий. Не добавлены: ${files.length - room}`);
    const queue = files.slice(0, Math.max(0, room)).map((file) => ({ file, key: nextKey.current++ }));
    setSending((all) => [...all, ...queue.map(({ file, key }) => ({ key, name: file.name, part: 0 }))]);
    // One after another, so that they keep the order in which they were chosen.
    for (const { file, key } of queue) {
      try {
        const all = await addPicture(lotId, file, (part) =>
          setSending((now) => now.map((other) => (other.key === key ? { ...other, part } : other))),
        );
        show(all);
      } catch (error) {
        tellFault(error);
      } finally {
        setSending((now) => now.filter((other) => other.key !== key));
      }
    }
  };
  return { sending, hasRoom: room > 0, send };
}
