import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { tellError, tellFault } from "@/components/Toast/toasts";
import { isStatus } from "@/lib/api/errors";
import type { Picture } from "@/lib/api/types";
import { catchFocus } from "@/lib/lostFocus";
import { Block } from "@/staff/blocks/Block";
import { addPicture, cutPicture, editedLotOptions, orderPictures, readCut, removePicture } from "../api/lot";
import { turnedRight } from "../model/cut";
import css from "./LotPictures.module.css";

const PictureEditor = lazyDialog(() => import("./PictureEditor"));

const TURN = "повернуть вправо";
const REMOVE = "убрать";
/** The most pictures of a lot. */
const MOST = 7;

interface Sending {
  key: number;
  name: string;
  part: number;
}

/** A lot's pictures: many at once with progress, ordered by dragging or Alt and the arrows, turned, cut, described, removed. */
export function LotPictures({ lotId, pictures, name }: { lotId: number; pictures: Picture[]; name: string }) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [asked, setAsked] = useState({ id: "", number: 0, opened: false });
  const list = useRef<HTMLUListElement>(null);
  /** The button that takes the focus of a picture that was removed or, when rotated, replaced by one with a new id. */
  const next = useRef<{ act: typeof TURN | typeof REMOVE; at: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the pictures
  useLayoutEffect(() => {
    if (!next.current) return;
    const { act, at } = next.current;
    next.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(`[aria-label$="${act}"]`) ?? [])];
    catchFocus(buttons[at] ?? buttons.at(-1) ?? list.current?.querySelector("button"));
  }, [pictures]);
  const nextKey = useRef(0);

  const show = (shown: Picture[]) =>
    client.setQueryData(editedLotOptions(lotId).queryKey, (lot) =>
      lot ? { ...lot, gallery: { images: shown }, img: shown[0] ?? null } : lot,
    );

  /** Others may have changed the pictures; they are read again then. */
  const refused = (error: unknown) => {
    tellFault(error);
    if (isStatus(error, 404, 409))
      void client.invalidateQueries({ queryKey: editedLotOptions(lotId).queryKey });
  };

  const send = async (files: readonly File[]) => {
    const room = MOST - pictures.length - sending.length;
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

  const order = async (ids: string[]) => {
    const before = pictures;
    show(ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []));
    try {
      show(await orderPictures(lotId, ids));
    } catch (error) {
      show(before);
      refused(error);
    }
  };
  const place = (id: string, at: number) => {
    const ids = pictures.map((picture) => picture.id).filter((other) => other !== id);
    const next = ids.toSpliced(Math.max(0, Math.min(at, ids.length)), 0, id);
    if (next.some((other, index) => other !== pictures[index]?.id)) void order(next);
  };
  const remove = async (id: string) => {
    setBusy(id);
    try {
      await removePicture(lotId, id);
      next.current = { act: REMOVE, at: pictures.findIndex((picture) => picture.id === id) };
      show(pictures.filter((picture) => picture.id !== id));
    } catch (error) {
      refused(error);
    } finally {
      setBusy(null);
    }
  };
  const close = () => setAsked({ ...asked, opened: false });
  const turn = async (picture: Picture) => {
    setBusy(picture.id);
    try {
      const { cut } = await readCut(lotId, picture.id);
      const all = await cutPicture(lotId, picture.id, turnedRight(cut));
      next.current = { act: TURN, at: all.findIndex(({ id }) => !pictures.some((other) => other.id === id)) };
      show(all);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(null);
    }
  };
  const onKeyDown = (event: KeyboardEvent, id: string, at: number) => {
    if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      place(id, at + (event.key === "ArrowLeft" ? -1 : 1));
    }
  };

  const editedPicture = pictures.find(({ id }) => id === edited);
  return (
    <Block
      title="Фотографии"
      jump="pictures"
      aside={<span className="caption">Тяните, чтобы менять порядок. Первая стоит в каталоге</span>}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files may also be dropped here; the button below chooses them */}
      <div
        className={css.drop}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes("Files")) event.preventDefault();
        }}
        onDrop={(event) => {
          const files = [...event.dataTransfer.files];
          if (files.length === 0) return;
          event.preventDefault();
          void send(files);
        }}
      >
        <ul className={css.list} ref={list}>
          {pictures.map((picture, index) => (
            <li
              key={picture.id}
              draggable
              data-first={index === 0 || undefined}
              data-busy={busy === picture.id || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                setDragged(picture.id);
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                place(dragged, index);
                setDragged(null);
              }}
              onKeyDown={(event) => onKeyDown(event, picture.id, index)}
            >
              <span className={css.frame}>
                {index === 0 && <span className={css.cover}>Обложка</span>}
                <img
                  src={picture.preview}
                  alt={`${name}, фотография ${index + 1}${picture.alt ? `: ${picture.alt}` : ""}`}
                />
              </span>
              <span className={css.words} data-none={picture.alt ? undefined : true}>
                {picture.alt ?? "Без описания"}
              </span>
              <span className={css.acts}>
                <IconButton
                  icon="left"
                  label={`Фотография ${index + 1}: раньше`}
                  disabled={index === 0}
                  onClick={() => place(picture.id, index - 1)}
                />
                <IconButton
                  icon="right"
                  label={`Фотография ${index + 1}: позже`}
                  disabled={index === pictures.length - 1}
                  onClick={() => place(picture.id, index + 1)}
                />
                <IconButton
                  icon="rotate"
                  label={`Фотография ${index + 1}: ${TURN}`}
                  busy={busy !== null}
                  onClick={() => void turn(picture)}
                />
                <IconButton
                  icon="crop"
                  label={`Фотография ${index + 1}: кадрировать и описать`}
                  busy={busy !== null}
                  onClick={() => setEdited(picture.id)}
                />
                <IconButton
                  icon="x"
                  label={`Фотография ${index + 1}: ${REMOVE}`}
                  busy={busy !== null}
                  onClick={() => setAsked({ id: picture.id, number: index + 1, opened: true })}
                />
              </span>
            </li>
          ))}
          {sending.map(({ key, name: file, part }) => (
            <li key={key} data-busy>
              <span className={css.frame}>
                <progress value={part} max={1} aria-label={`Загрузка ${file}`} />
              </span>
              <span className="caption">
                {file}, {Math.floor(part * 100)} %
              </span>
            </li>
          ))}
          {pictures.length + sending.length < MOST && (
            <li>
              <button type="button" className={css.add} onClick={() => field.current?.click()}>
                <Icon name="upload" />
                Добавить или бросить сюда
              </button>
            </li>
          )}
        </ul>
        <input
          ref={field}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = "";
            void send(files);
          }}
        />
      </div>
      <ConfirmDialog
        opened={asked.opened}
        title={`Убрать фотографию ${asked.number}?`}
        confirm="Убрать"
        onClose={close}
        onConfirm={() => {
          close();
          void remove(asked.id);
        }}
      >
        <p>Чтобы вернуть её, файл придётся загрузить снова.</p>
      </ConfirmDialog>
      {editedPicture && (
        <Suspense fallback={null}>
          <PictureEditor
            lotId={lotId}
            picture={editedPicture}
            title={`Фотография ${pictures.indexOf(editedPicture) + 1}`}
            onClose={() => setEdited(null)}
            onSaved={show}
            onRefused={refused}
          />
        </Suspense>
      )}
    </Block>
  );
}
