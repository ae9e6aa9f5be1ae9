import { Suspense, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { Picture } from "@/lib/api/types";
import { Block } from "@/staff/blocks/Block";
import { usePictureEdits } from "../model/usePictureEdits";
import { usePictureOrder } from "../model/usePictureOrder";
import { usePictureStore } from "../model/usePictureStore";
import { usePictureUpload } from "../model/usePictureUpload";
import css from "./LotPictures.module.css";
import { PictureCard } from "./PictureCard";

const PictureEditor = lazyDialog(() => import("./PictureEditor"));

/** A lot's pictures: many at once with progress, ordered by dragging or Alt and the arrows, turned, cut, described, removed. */
export function LotPictures({ lotId, pictures, name }: { lotId: number; pictures: Picture[]; name: string }) {
  const store = usePictureStore(lotId);
  const { sending, hasRoom, send } = usePictureUpload(lotId, pictures, store);
  const order = usePictureOrder(lotId, pictures, store);
  const { busy, list, turn, remove, edited: saved } = usePictureEdits(lotId, pictures, store);
  const field = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState<string | null>(null);
  /** Whether to remove a picture; what was asked stays while the dialog closes. */
  const [asked, setAsked] = useState({ id: "", number: 0, opened: false });
  const close = () => setAsked({ ...asked, opened: false });
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
            <PictureCard
              key={picture.id}
              picture={picture}
              index={index}
              isLast={index === pictures.length - 1}
              lotName={name}
              order={order}
              busy={busy}
              onTurn={() => void turn(picture.id)}
              onEdit={() => setEdited(picture.id)}
              onRemove={() => setAsked({ id: picture.id, number: index + 1, opened: true })}
            />
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
          {hasRoom && (
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
            onSaved={(all) => saved(editedPicture.id, all)}
            onRefused={store.refused}
          />
        </Suspense>
      )}
    </Block>
  );
}
